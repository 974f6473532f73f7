import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import type { RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from './document.ts'
import { spectralRules } from './lintRules.ts'

const document = openApiDocument()

/** One line per finding: rule, place and message. */
const redoclyFindings = async (description: object): Promise<string[]> => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const found = await lintFromString({ source: JSON.stringify(description), absoluteRef: '/openapi.json', config })
  return found.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`)
}

const spectralFindings = async (description: object): Promise<string[]> => {
  const spectral = new spectralCore.Spectral()
  // The declared type of the rules for OpenAPI is not that of a ruleset, although it is one.
  const oas = spectralRulesets.oas as unknown as RulesetDefinition
  spectral.setRuleset({ extends: [[oas, 'all']], rules: spectralRules })
  const found = await spectral.run(JSON.parse(JSON.stringify(description)) as Record<string, unknown>)
  return found.map(({ code, message, path }) => `${code} ${path.join('/')}: ${message}`)
}

const operation = document['paths'] as Readonly<Record<string, Readonly<Record<string, object>>>>
const withoutSummary = {
  ...document,
  paths: { ...operation, '/v1/events': { get: { ...operation['/v1/events']!['get'], summary: undefined } } },
}
const withoutDescription = {
  ...document,
  paths: { ...operation, '/v1/events': { get: { ...operation['/v1/events']!['get'], description: undefined } } },
}

describe('linters of OpenAPI descriptions', () => {
  test('Redocly finds no error and no warning in worker/openapi.json', { timeout: 60_000 }, async () => {
    expect(await redoclyFindings(document)).toEqual([])
  })

  test('Redocly finds an operation without a summary', { timeout: 60_000 }, async () => {
    expect(await redoclyFindings(withoutSummary)).toEqual([expect.stringContaining('operation-summary')])
  })

  test('Spectral finds no error, warning or hint in worker/openapi.json', { timeout: 60_000 }, async () => {
    expect(await spectralFindings(document)).toEqual([])
  })

  test('Spectral finds an operation without a description', { timeout: 60_000 }, async () => {
    expect(await spectralFindings(withoutDescription)).toEqual([expect.stringContaining('operation-description')])
  })
})
