import { coreErrors } from '@molehill/core/errors';
import { SymbolKind } from 'vscode-languageserver-types';

interface NameRules {
  readonly pattern: RegExp;
  readonly reserved: ReadonlySet<string>;
  /** Kinds of symbols that reserved words may name. */
  readonly unreserved?: ReadonlySet<SymbolKind>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));
const members: ReadonlySet<SymbolKind> = new Set([
  SymbolKind.Method,
  SymbolKind.Property,
  SymbolKind.Field,
  SymbolKind.EnumMember,
]);

const javascript: NameRules = {
  pattern: /^#?[$_\p{ID_Start}][$\p{ID_Continue}]*$/u,
  reserved: words(
    `arguments await break case catch class const continue debugger default delete do else enum eval export extends
    false finally for function if implements import in instanceof interface let new null package private protected
    public return static super switch this throw true try typeof var void while with yield`,
  ),
  unreserved: members,
};
const python: NameRules = {
  pattern: /^[_\p{XID_Start}]\p{XID_Continue}*$/u,
  reserved: words(
    `False None True and as assert async await break class continue def del elif else except finally for from global
    if import in is lambda nonlocal not or pass raise return try while with yield`,
  ),
};
const go: NameRules = {
  pattern: /^[_\p{L}][_\p{L}\p{Nd}]*$/u,
  reserved: words(
    `_ break case chan const continue default defer else fallthrough for func go goto if import interface map package
    range return select struct switch type var`,
  ),
};
const rust: NameRules = {
  pattern: /^(?:r#)?[_\p{XID_Start}]\p{XID_Continue}*$/u,
  reserved: words(
    `_ Self abstract as async await become box break const continue crate do dyn else enum extern false final fn for
    gen if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true
    try type typeof unsafe unsized use virtual where while yield`,
  ),
};
const C_WORDS = `auto break case char const continue default do double else enum extern float for goto if inline int
    long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
    _Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert _Thread_local`;
const c: NameRules = {
  pattern: /^[_\p{XID_Start}]\p{XID_Continue}*$/u,
  reserved: words(C_WORDS),
};
const cpp: NameRules = {
  pattern: c.pattern,
  reserved: words(
    `${C_WORDS} alignas alignof and and_eq asm bitand bitor bool catch char8_t char16_t char32_t class co_await
    co_return co_yield compl concept const_cast consteval constexpr constinit decltype delete dynamic_cast explicit
    export false friend mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public
    reinterpret_cast requires static_assert static_cast template this thread_local throw true try typeid typename
    using virtual wchar_t xor xor_eq`,
  ),
};
const other: NameRules = { pattern: /^[$_\p{XID_Start}][$\p{XID_Continue}]*$/u, reserved: new Set() };

const rules: Readonly<Record<string, NameRules>> = {
  javascript,
  javascriptreact: javascript,
  typescript: javascript,
  typescriptreact: javascript,
  python,
  go,
  rust,
  c,
  cpp,
};

export interface RenamedSymbol {
  readonly name: string;
  readonly kind?: SymbolKind | undefined;
  readonly language: string | undefined;
}

/** Servers accept any text as a new name. E_INVALID_PARAMS unless it is an identifier of the language. */
export function checkNewName(newName: string, { name, kind, language }: RenamedSymbol): void {
  const { pattern, reserved, unreserved } = rules[language ?? ''] ?? other;
  const shown = JSON.stringify(newName.slice(0, 80));
  if (newName === name) throw invalid(`The symbol is already named ${shown}.`);
  if (!pattern.test(newName))
    throw invalid(`${shown} is not an identifier of ${language ?? 'this language'}.`);
  if (newName.startsWith('#') !== name.startsWith('#'))
    throw invalid(`${shown} and "${name}" are not both private names (#name).`);
  const mayBeReserved = kind !== undefined && unreserved?.has(kind);
  if (reserved.has(newName) && !mayBeReserved) throw invalid(`${shown} is a reserved word of ${language}.`);
}

function invalid(message: string) {
  return coreErrors.fail('E_INVALID_PARAMS', message, {
    hint: 'Pass another {param:newName}.',
    details: { path: ['newName'] },
  });
}
