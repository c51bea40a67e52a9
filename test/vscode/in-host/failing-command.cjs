const assert = require('node:assert/strict');
const vscode = require('vscode');

/** A command that fails reports it, and the others go on. */
exports.run = async () => {
  await vscode.extensions.getExtension('molehill.molehill-vscode').activate();
  await vscode.commands.executeCommand('molehill.approve', 'no entry of a view');
  await vscode.commands.executeCommand('molehill.decline', { label: 'an entry without a decision' });
  await vscode.commands.executeCommand('molehill.clearCalls');
  const result = await vscode.lm.invokeTool('molehill_editor_context', {
    input: {},
    toolInvocationToken: undefined,
  });
  assert.match(result.content[0].value, /folders/);
};
