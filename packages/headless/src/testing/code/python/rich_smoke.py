"""Renders what rich can render; it is renamed together with rich."""

import io

from rich.console import Console
from rich.markdown import Markdown
from rich.panel import Panel
from rich.progress_bar import ProgressBar
from rich.style import Style
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

console = Console(file=io.StringIO(), width=60, color_system="truecolor", force_terminal=True, legacy_windows=False)
table = Table(title="Totals", style=Style(color="red"))
table.add_column("Item")
table.add_column("Price", justify="right")
table.add_row("Tea", Text("3.50", style="bold green"))
table.add_row("日本語", "[italic]1.00[/italic]")
tree = Tree("root")
tree.add("leaf").add(Panel("inner", width=20))
for part in [table, tree, Markdown("# Title\n\n- *one*\n- `two`"), Syntax("x = 1", "python"), ProgressBar(width=20)]:
    console.print(part)
console.print(console.render_str("[blue]blue[/blue]"), str(console.get_style("bold")), {"a": [1, 2]})
console.rule("end")
print(console.file.getvalue())
