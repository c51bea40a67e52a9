import { frameScopes, stoppedFrame } from '../../debug/frame-scopes.ts';
import { reference } from '../../debug/references.ts';
import type { Handler } from '../../handler.ts';

export const handle: Handler<'scope_list'> = async (input, context) => {
  const at = stoppedFrame(context, input);
  const scopes = await frameScopes(at, context.signal);
  return {
    scopes: scopes.map(({ kind, scope }) => ({
      name: scope.name,
      kind,
      variablesReference: reference(at.stop.seq, scope.variablesReference),
      expensive: scope.expensive,
      ...(scope.namedVariables === undefined ? {} : { named: scope.namedVariables }),
      ...(scope.indexedVariables === undefined ? {} : { indexed: scope.indexedVariables }),
    })),
  };
};
