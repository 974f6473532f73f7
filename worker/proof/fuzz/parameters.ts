import type { Endpoint } from '#contract/endpoint'
import { judged } from './breaches.ts'
import type { Verdict } from './breaches.ts'
import { operationOf } from './operations.ts'
import type { Shape } from './shape.ts'
import { raw, text } from './written.ts'

const shapeOf = (endpoint: Endpoint, place: 'path' | 'query'): Shape => ({
  type: 'object',
  properties: Object.fromEntries(
    (operationOf(endpoint).parameters ?? []).flatMap(({ in: where, name, schema }) =>
      where === place && name !== undefined && schema !== undefined ? [[name, schema]] : [],
    ),
  ),
})

const decoded = (segment: string): string | null => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/** What the contract says of the ids in a path, or null where it is not the path of the endpoint, or cannot be decoded. */
export const judgedPath = (endpoint: Endpoint, pathname: string): Verdict | null => {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const found = new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(pathname)
  const ids = found?.slice(1).map(decoded)
  if (ids === undefined || ids.includes(null)) return null
  return judged(shapeOf(endpoint, 'path'), { members: names.map((name, at) => [name, text(ids[at]!)]) })
}

/** Digits alone: how else a number may be written in a query is not printed. */
const plainNumber = /^(0|[1-9][0-9]*)$/

const isNumber = ({ type }: Shape): boolean => type === 'integer' || type === 'number'

/** A number in another spelling, which may be taken or not. */
const isSpelledOtherwise = (shape: Shape, value: string): boolean =>
  isNumber(shape) && value.trim() !== '' && Number.isFinite(Number(value)) && !plainNumber.test(value)

/** What the contract says of a query. Of a name that is there several times, the last counts. */
export const judgedQuery = (endpoint: Endpoint, search: URLSearchParams): Verdict => {
  const shape = shapeOf(endpoint, 'query')
  const { properties = {} } = shape
  const given = Object.entries(Object.fromEntries(search)).filter(
    ([name, value]) => Object.hasOwn(properties, name) && !isSpelledOtherwise(properties[name]!, value),
  )
  const { breaches } = judged(shape, {
    members: given.map(([name, value]) => [
      name,
      isNumber(properties[name]!) && plainNumber.test(value) ? raw(value) : text(value),
    ]),
  })
  // What a text means is not printed, nor how large a number without a limit may be.
  const isOpen = (name: string): boolean =>
    properties[name]?.maximum === undefined || !given.some(([one]) => one === name)
  return { breaches, doubts: new Set(Object.keys(properties).filter(isOpen)) }
}
