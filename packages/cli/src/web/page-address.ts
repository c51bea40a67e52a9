/** Browsers do not send the fragment, so the code is in no log and no Referer. */
export function pageAddress(url: string, code: string): string {
  return `${url}/#code=${code}`;
}
