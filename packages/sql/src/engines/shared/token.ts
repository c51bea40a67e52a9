/** A piece of a statement's text. Whitespace is not a token: only whitespace lies between two of them. */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'string' | 'number' | 'symbol' | 'param' | 'comment';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}
