import * as fc from 'fast-check'
import { isLuhnValid } from '#contract/card/luhn'
import { kinds, resourcePaths } from './idPool.ts'
import type { IdPool, ResourceKind } from './idPool.ts'
import { cardMarkers } from './memberValues.ts'
import { payloadText } from './payloads.ts'

/** The resource of a path with parameters. */
const pathKind = (path: string): ResourceKind | null =>
  kinds
    .filter((kind) => path === resourcePaths[kind] || path.startsWith(`${resourcePaths[kind]}/`))
    .toSorted((a, b) => resourcePaths[b].length - resourcePaths[a].length)[0] ?? null

export const encodeSegment = (value: string): string => encodeURIComponent(value.toWellFormed())

/** Path segments in place of an id. */
export const segmentValues = (ids: IdPool): fc.Arbitrary<string> =>
  fc.oneof(
    ids.anyId(),
    payloadText.map(encodeSegment),
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

const malformedPaths = (path: string, segment: string): readonly string[] => [
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

/** Paths of an endpoint, usually of existing resources, otherwise malformed. */
export const requestPaths = (template: string, ids: IdPool): fc.Arbitrary<string> => {
  const kind = pathKind(template)
  const right =
    kind === null
      ? fc.constant(template)
      : ids.path(kind).map((path) => path + template.slice(resourcePaths[kind].length))
  const wrongIds = segmentValues(ids).map((segment) => template.replace(/\{\w+\}/g, () => segment))
  const wrong = fc
    .tuple(right, segmentValues(ids), fc.nat(8))
    .map(([path, segment, at]) => malformedPaths(path, segment)[at]!)
  return fc.oneof(
    { weight: 16, arbitrary: right },
    { weight: kind === null ? 0 : 2, arbitrary: wrongIds },
    { weight: 1, arbitrary: wrong },
  )
}
