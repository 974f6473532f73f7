import * as fc from 'fast-check'
import { isLuhnValid } from '#contract/card/luhn'
import { kinds, places } from './idPool.ts'
import type { IdPool, Kind } from './idPool.ts'
import { cardMarkers } from './memberValues.ts'
import { payloadText } from './payloads.ts'

/** The thing that a path with parameters is about, by its address in `places`. */
const kindOfPath = (path: string): Kind | null =>
  kinds
    .filter((kind) => path === places[kind] || path.startsWith(`${places[kind]}/`))
    .toSorted((a, b) => places[b].length - places[a].length)[0] ?? null

/** A text as a part of an address. */
export const encoded = (value: string): string => encodeURIComponent(value.toWellFormed())

/** What may stand in a path where an id should. */
export const segments = (ids: IdPool): fc.Arbitrary<string> =>
  fc.oneof(
    ids.anyId(),
    payloadText.map(encoded),
    payloadText,
    fc.constantFrom(
      ...cardMarkers.filter(isLuhnValid),
      '%',
      '%E0%A4%A',
      '%c0%af',
      '.',
      '..',
      '%2e%2e',
      '%2f',
      '',
      ' ',
      ';a=b',
      'a'.repeat(9000),
    ),
    fc.integer().map(String),
    fc.bigInt().map(String),
  )

const mangled = (path: string, segment: string): readonly string[] => [
  `${path}/`,
  `/${path}`,
  `${path}/${segment}`,
  path.replace(/[^/]*$/, () => segment),
  path.toUpperCase(),
  `${path}.json`,
  `${path}%00`,
  `${path};a=b`,
  path.replace('/v1/', '/v1/../v1//'),
]

/** Addresses of what an endpoint is about: usually of things that there are, else bent. */
export const pathsOf = (template: string, ids: IdPool): fc.Arbitrary<string> => {
  const kind = kindOfPath(template)
  const right =
    kind === null ? fc.constant(template) : ids.path(kind).map((path) => path + template.slice(places[kind].length))
  const wrongIds = segments(ids).map((segment) => template.replace(/\{\w+\}/g, () => segment))
  const wrong = fc.tuple(right, segments(ids), fc.nat(8)).map(([path, segment, at]) => mangled(path, segment)[at]!)
  return fc.oneof(
    { weight: 16, arbitrary: right },
    { weight: kind === null ? 0 : 2, arbitrary: wrongIds },
    { weight: 1, arbitrary: wrong },
  )
}
