import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { scopes } from './scopes.ts'
import { endpoints } from './endpoints.ts'
import { toErrorDetails } from './schema/issues.ts'

const inPath = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

const withParams = endpoints.flatMap((endpoint) =>
  inPath(endpoint.path).map((name) => ({ endpoint, name, path: endpoint.path })),
)

/** The errors of one parameter with valid values for the others. */
const errorsOf = ({ endpoint, name }: (typeof withParams)[number], value: string): string[] => {
  const good = Object.fromEntries(inPath(endpoint.path).map((other) => [other, '12345678']))
  const { issues } = v.safeParse(endpoint.params!, { ...good, [name]: value })
  return issues === undefined ? [] : toErrorDetails(issues).map(({ field, type }) => `${field} ${type}`)
}

describe('identifiers in paths', () => {
  const identifiers = withParams.filter(({ name }) => name !== 'id')

  test('identifiers in paths have the spelling of the interface', () => {
    expect([...new Set(identifiers.map(({ name }) => name))].sort()).toEqual([
      'Checkout',
      'Connection',
      'Customer',
      'Event',
      'Invitation',
      'Member',
      'Session',
      'Subscription',
      'Terminal',
      'View',
      'Wallet',
      'Webhook',
    ])
  })

  test.each(identifiers)('{$name} in $path accepts 8 to 64 letters, digits and hyphens', (parameter) => {
    for (const good of ['12345678', 'a'.repeat(64), 'AZaz09-x']) expect(errorsOf(parameter, good)).toEqual([])
    for (const bad of ['1234567', 'a'.repeat(65), '1234_678', '1234567\n', '1234567é', '../../etc', ''])
      expect(errorsOf(parameter, bad), bad).toHaveLength(1)
  })
})

test('a transaction id accepts 1 to 19 digits', () => {
  const parameter = withParams.find(({ name }) => name === 'id')!
  for (const good of ['1', '9'.repeat(19)]) expect(errorsOf(parameter, good)).toEqual([])
  for (const bad of ['', '1'.repeat(20), '12a', '-1', '1.0', '1\n'])
    expect(errorsOf(parameter, bad), bad).toHaveLength(1)
})

test('every operation has a known scope, and only tokens and encryption keys accept publishable keys', () => {
  for (const { scope } of endpoints) expect(scopes).toContain(scope)
  expect(endpoints.filter(({ publishable }) => publishable).map(({ path }) => path)).toEqual([
    '/v1/tokens',
    '/v1/encryptionkeys',
  ])
})

const pathsWithFormat = (format: string) =>
  endpoints.filter((endpoint) => endpoint.errorFormat === format).map(({ path }) => path)

test('the error formats of endpoints are those of the interface', () => {
  expect(pathsWithFormat('bodyless')).toEqual(['/v1/transactions/authorize'])
  expect(pathsWithFormat('problem')).toEqual(['/v1/transactions/{id}', '/v1/customers/{Customer}/wallet'])
})
