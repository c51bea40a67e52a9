import * as vscode from 'vscode';
import type { Guard } from '../guard.ts';
import type { Node } from './nodes.ts';

export interface View {
  readonly id: `molehill.${string}`;
  /** The roots of the tree. */
  nodes(): readonly Node[];
  /** Where the number of roots is shown beside the icon of the container. */
  readonly badge?: string;
}

/** A tree view, which is read again after `refresh`. */
export class NodeView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #view: View;
  readonly #tree: vscode.TreeView<Node>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly getChildren: vscode.TreeDataProvider<Node>['getChildren'];

  constructor(view: View, guard: Guard) {
    this.#view = view;
    this.getChildren = guard.wrap(`the view ${view.id}`, (parent?: Node) => [
      ...(parent ? (parent.children ?? []) : view.nodes()),
    ]);
    this.#tree = vscode.window.createTreeView(view.id, { treeDataProvider: this });
    this.refresh = guard.wrap(`the view ${view.id}`, () => this.#refresh());
  }

  readonly refresh: () => void;

  getTreeItem({ label, description, tooltip, icon, children, decision }: Node): vscode.TreeItem {
    const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const state = !children?.length ? None : decision ? Expanded : Collapsed;
    const item = new vscode.TreeItem(label, state);
    item.iconPath = new vscode.ThemeIcon(icon);
    if (description !== undefined) item.description = description;
    if (tooltip !== undefined) item.tooltip = tooltip;
    if (decision) item.contextValue = decision.kind;
    return item;
  }

  dispose(): void {
    this.#tree.dispose();
    this.#changed.dispose();
  }

  #refresh(): void {
    this.#changed.fire();
    const { badge, nodes } = this.#view;
    if (badge === undefined) return;
    const value = nodes().length;
    this.#tree.badge = value === 0 ? undefined : { value, tooltip: badge };
  }
}
