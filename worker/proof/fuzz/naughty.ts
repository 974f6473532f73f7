import * as fc from 'fast-check'

/**
 * Texts that programs have stumbled over: of their own a short list of each kind, and as far as this machine has them the lists that others
 * have collected; the tests do without.
 */

/** Texts, to stand in any member, header, query or path. */
const ownTexts: readonly string[] = [
  '',
  ' ',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  '0x1F',
  '1,000.00',
  '١٢٣',
  '１２３',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  '\u0000',
  'a\u0000b',
  '\u0001\u001f\u007f\u0085',
  '\r\nset-cookie: a=b',
  '\t',
  '\u00a0',
  '\u200b\u200e\u202e\u2066\ufeff',
  '\u2028\u2029',
  '\ufffd\ufffe\uffff',
  '\ud800',
  '\udfff\ud800',
  'é',
  'e\u0301'.repeat(30),
  'Z̸̡͎a̵l̷g̴o̶',
  'ﷺ',
  'ß',
  'İı',
  'K', // the Kelvin sign, which is k in lower case
  '👩‍👩‍👧‍👦'.repeat(9),
  '田中さん',
  'مرحبا بالعالم',
  "' OR 1=1 --",
  '"; DROP TABLE accounts; --',
  '%',
  '%s%n%x',
  '%00',
  '%E0%A4%A',
  '%2e%2e%2f',
  '../../../etc/passwd',
  '..\\..\\',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '=1+1',
  '@SUM(A1)',
  'javascript:alert(1)',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://shop.example:99999/',
  'https://ⓢhop.example/',
  '0000-00-00',
  '2026-02-30',
  '9999-12-31T23:59:60Z',
  '-271821-04-20',
  '+275760-09-13T00:00:00.001Z',
  '2026-11-20T12:00:00+99:99',
  'Etc/GMT+99',
  '00000000-0000-0000-0000-000000000000',
  '9223372036854775808',
  '99999999999999999999999999',
  'a'.repeat(256),
  '😀'.repeat(600),
  '('.repeat(3000),
  '0'.repeat(20_000),
]

/** JSON, nearly JSON, and what parsers are at odds about: whole bodies, or in the place of a value. */
const ownJson: readonly string[] = [
  '',
  ' ',
  'null',
  'true',
  '0',
  '""',
  '[]',
  '{}',
  '[{}]',
  '{"":0}',
  '{"a":1,"a":1}',
  '{"a":1,"\\u0061":1}',
  '{"a":{"b":{"c":{}}}}',
  '{"a":1,}',
  '{"a":}',
  '{"a"}',
  '{a:1}',
  "{'a':1}",
  '{"a":1}}',
  '{"a":1}{"b":2}',
  '{"a":1}\u0000',
  '{"a":"',
  '{"a":"\\',
  '{"a":"\\u',
  '{"a":"\\uD800"}',
  '{"a":"\\uDFFF\\uD834"}',
  '{"a":"\\x41"}',
  '{"a":"\n"}',
  '{"\\ud800":1}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '[1,]',
  '[,1]',
  '[1 2]',
  '[1e400]',
  '[-1e400]',
  '[1e-999999999]',
  '[1e999999999]',
  '[-0]',
  '[-0.0e-0]',
  '[01]',
  '[+1]',
  '[.5]',
  '[1.]',
  '[1e]',
  '[0x1]',
  '[NaN]',
  '[Infinity]',
  '[１]',
  '[123456789012345678901234567890.123456789]',
  `[${'9'.repeat(5000)}]`,
  `[0.${'0'.repeat(5000)}1]`,
  '\ufeff{}',
  '/* */{}',
  '{}//',
  '[\u00a0]',
  '[\u000c]',
  '[tru]',
  '"\t"',
  `${'['.repeat(21)}${']'.repeat(21)}`,
  '['.repeat(50_000),
  '{"a":'.repeat(50_000),
  `{"a":"${'a'.repeat(262_144)}"}`,
]

/** Bodies that are no text, or none in UTF-8. */
const ownBytes: readonly (readonly number[])[] = [
  [0xff],
  [0xc0, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xe2, 0x82],
  [0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d],
  [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00],
  [0x00, 0x00, 0x00, 0x7b, 0x00, 0x00, 0x00, 0x7d],
  [0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 3, 0xab, 0xae, 0x05, 0, 0x43, 0xbf, 0xa6, 0xa3, 2, 0, 0, 0],
]

interface Case {
  readonly b64?: string
  readonly repeat?: { readonly unit: string; readonly n: number; readonly tailB64: string }
}

const lists = import.meta.glob(
  '../../../../shared/attacks/{blns,crlf_proto_redos,jsontestsuite,open_redirect,raw_lists,xss_css}.json',
  { eager: true, import: 'default', query: '?raw' },
)
const list = (name: string): unknown =>
  JSON.parse((lists[`../../../../shared/attacks/${name}.json`] as string | undefined) ?? 'null')

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0))

const collectedBytes = ({ b64 = '', repeat }: Case): Uint8Array =>
  repeat === undefined
    ? fromBase64(b64)
    : new Uint8Array([...bytesOf(repeat.unit.repeat(repeat.n)), ...fromBase64(repeat.tailB64)])

const collectedCases = (): readonly Case[] => {
  const suite = (list('jsontestsuite') ?? {}) as Readonly<Record<string, unknown>>
  return ['parsing', 'transform'].flatMap((name) => (suite[name] as readonly Case[] | undefined) ?? [])
}

export const naughtyTexts: readonly string[] = [
  ...new Set([
    ...ownTexts,
    ...['blns', 'crlf_proto_redos', 'open_redirect', 'raw_lists', 'xss_css'].flatMap((name) => textsIn(list(name))),
  ]),
]

export const naughtyBodies: readonly Uint8Array[] = [
  ...ownJson.map(bytesOf),
  ...ownBytes.map((bytes) => new Uint8Array(bytes)),
  ...collectedCases().map(collectedBytes),
]

/** What may be written in the place of a value: short, so that the rest of the body counts, too. */
export const naughtyJson: readonly string[] = [
  ...ownJson,
  ...collectedCases().map((one) => new TextDecoder().decode(collectedBytes(one))),
].filter(({ length }) => length <= 6000)

/** Any of the texts. */
export const naughtyText = fc.constantFrom(...naughtyTexts)
