/** js-debug sends no `exited`, and prints only codes other than 0. */
const TYPES = /^(pwa-)?(node|node-terminal|chrome|msedge|extensionHost)$/;

export function isJsDebug({ type }: { readonly type: string }): boolean {
  return TYPES.test(type);
}
