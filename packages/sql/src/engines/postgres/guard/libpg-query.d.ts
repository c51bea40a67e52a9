/** The WASM module itself: libpg-query's wrapper can neither be given the binary's path nor be restarted. */
declare module 'libpg-query/wasm/libpg-query.js' {
  interface PgQueryModule {
    readonly HEAPU8: Uint8Array;
    lengthBytesUTF8(text: string): number;
    stringToUTF8(text: string, pointer: number, bytes: number): void;
    UTF8ToString(pointer: number): string;
    getValue(pointer: number, type: 'i32'): number;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    _wasm_parse_query_raw(text: number): number;
    _wasm_free_parse_result(result: number): void;
  }

  function createPgQuery(options: { locateFile(name: string): string }): Promise<PgQueryModule>;
  namespace createPgQuery {
    export type { PgQueryModule };
  }
  export = createPgQuery;
}
