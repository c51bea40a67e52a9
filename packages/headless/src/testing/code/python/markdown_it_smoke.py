"""Renders Markdown; it is renamed together with markdown-it."""

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml, isStrSpace
from markdown_it.tree import SyntaxTreeNode

TEXT = """# Title

> *quoted* with `code` and [a link](https://example.com "title")

| a | b |
| - | - |
| 1 | ~~2~~ |

1. one
2. two

```python
x = 1
```
"""

markdown = MarkdownIt("js-default", {"typographer": True})
print(markdown.render(TEXT))
print(SyntaxTreeNode(markdown.parse(TEXT)).pretty(indent=2))
print(escapeHtml("<a>"), isStrSpace(" "))
