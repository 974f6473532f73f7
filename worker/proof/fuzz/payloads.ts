import bigList from 'big-list-of-naughty-strings/blns.json?raw'
import * as fc from 'fast-check'

const splitWords = (words: string): string[] => words.split(/\s+/).filter((word) => word !== '')

/** Words with \uXXXX escapes for white space, controls and invisible characters. */
const unescapeWords = (words: string): string[] =>
  splitWords(words).map((word) =>
    word.replaceAll(/\\u([0-9a-f]{4})/g, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  )

/** Texts that often break programs, for members, headers, queries and paths: the Big List of Naughty Strings and additions. */
export const payloadTexts: readonly string[] = [
  ...new Set([
    ...(JSON.parse(bigList) as string[]),
    ...unescapeWords(String.raw`
      -0 1e400 0x1F __proto__ constructor prototype toString hasOwnProperty then é ß İı \u212a 田中さん Z̸̡͎a̵l̷g̴o̶ %00 %E0%A4%A %2e%2e%2f
      %s%n%x % ../../../etc/passwd ..\..\ $\{7*7}{{7*7}} <script>alert(1)</script> =1+1 @SUM(A1) javascript:alert(1) https://127.0.0.1/
      https://[::1]/ https://shop.example:99999/ https://ⓢhop.example/ 0000-00-00 2026-02-30 9999-12-31T23:59:60Z -271821-04-20
      +275760-09-13T00:00:00.001Z 2026-11-20T12:00:00+99:99 Etc/GMT+99 00000000-0000-0000-0000-000000000000 9223372036854775808
      99999999999999999999999999 \u0020 \u0009 \u00a0 \u0000 a\u0000b \u0001\u001f\u007f\u0085 \u000d\u000aset-cookie:\u0020a=b
      \u2028\u2029 \ud800 \udfff\ud800 \u200b\u200e\u202e\u2066\ufeff \ufffd\ufffe\uffff مرحبا '\u0020OR\u00201=1\u0020--
      ";\u0020DROP\u0020TABLE\u0020accounts;\u0020-- "><img\u0020src=x\u0020onerror=alert(1)>`),
    'e\u0301'.repeat(30),
    '👩‍👩‍👧‍👦'.repeat(9),
    'a'.repeat(256),
    '😀'.repeat(600),
    '('.repeat(3000),
    '0'.repeat(20_000),
  ]),
]
export const payloadText = fc.constantFrom(...payloadTexts)

/** Values of valid, invalid and ambiguous JSON. */
export const payloadValues: readonly string[] = [
  ...splitWords(String.raw`
    null true false 0 -0 -0.0e-0 -1 0.1 1.005 1e400 -1e400 1e-400 1e308 1E+2 5e-324 1e-999999999 1e999999999 9007199254740993
    9223372036854775808 18446744073709551616 123456789012345678901234567890.123456789 NaN Infinity 01 +1 1. .5 1e 0x1 １ tru undefined 'a'
    "" " "\ "\u "\uD800" "\uDFFF\uD834" "\x41" [] {} [[]] [{}] [null] [1,] [,1] {"":""} {"a":1,"a":1} {"a":1,"\u0061":1}
    {"a":{"b":{"c":{}}}} {"a":1,} {"a":} {"a"} {a:1} {'a':1} {"a":1}} {"a":1}{"b":2} {"\ud800":1} {}// {"__proto__":{"polluted":1}}
    {"constructor":{"prototype":{"polluted":1}}} {"then":1} {"toJSON":1} {"rawJSON":"1"} {"length":-1} {"value":1,"currency":840}`),
  ...unescapeWords(
    String.raw`[1\u00202] "\u0009" {"a":"\u000a"} [\u00a0] [\u000c] \ufeff{} /*\u0020*/{} {"a":1}\u0000 \u0020`,
  ),
  '',
  `1${'0'.repeat(400)}`,
  `0.${'0'.repeat(400)}1`,
  '9'.repeat(5000),
  `0.${'0'.repeat(5000)}1`,
  `[${'0,'.repeat(700)}0]`,
  `[${'{},'.repeat(300)}{}]`,
  '['.repeat(21) + ']'.repeat(21),
]

const largeBodies = ['['.repeat(50_000), '{"a":'.repeat(50_000), `{"a":"${'a'.repeat(262_144)}"}`]

/** Bodies that are not valid UTF-8, in hexadecimal. */
const invalidUtf8 =
  'ff c0af eda080 f4908080 e282 7b22ff223a317d fffe7b007d00 0000007b0000007d 1f8b0800000000000003abae050043bfa6a302000000'

export const payloadBodies: readonly Uint8Array[] = [
  ...[...payloadValues.flatMap((value) => [value, `[${value}]`, `{"a":${value}}`]), ...largeBodies].map((text) =>
    new TextEncoder().encode(text),
  ),
  ...splitWords(invalidUtf8).map((hex) => Uint8Array.from(hex.match(/../g)!, (byte) => Number.parseInt(byte, 16))),
]
