const assert = require('node:assert/strict');
const vscode = require('vscode');

/** Runs in a copy of the extension whose `vscode.lm` has neither of the functions that VSCodium may lack. */
exports.run = async () => {
  const extension = vscode.extensions.getExtension('molehill.molehill-vscode');
  await extension.activate();
  assert.equal(vscode.lm.registerTool, undefined);
  assert.equal(extension.isActive, true);
  await assert.rejects(
    vscode.lm.invokeTool('molehill_editor_context', { input: {}, toolInvocationToken: undefined }),
  );
  assert.ok((await vscode.commands.getCommands()).includes('molehill.startServer'));
};
