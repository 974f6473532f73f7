import { endpoints } from '#contract/endpoints'
import type { Endpoint } from '#contract/endpoint'
import { grantableScopes, scopeRules, type Scope } from '#contract/scopes'
import { code, codes, markdownTable } from './markdownTable.ts'

const operation = ({ method, path }: Endpoint): string => code(`${method} ${path}`)

const eventsOf = (scope: Scope): string => {
  const resources = scopeRules[scope].events.map((resource) => code(`${resource}.*`))
  return resources.length === 0 ? '' : resources.join(', ')
}

/** Each scope with its purpose, the number of its operations and the events that it reads. */
export const scopeSummary = (): string =>
  markdownTable(
    ['Scope', 'Allows', 'Operations', 'Events'],
    grantableScopes.map((scope) => [
      code(scope),
      scopeRules[scope].text.replaceAll(/\.$/g, ''),
      String(endpoints.filter((endpoint) => endpoint.scope === scope).length),
      eventsOf(scope),
    ]),
  )

const also = ({ additionalScopes = [], memberScopes = {} }: Endpoint): string =>
  [
    codes(additionalScopes),
    ...Object.entries(memberScopes).map(([member, scope]) => `${code(scope)} with ${code(member)}`),
  ]
    .filter((text) => text !== '')
    .join('; ')

/** Each operation with the scope that it needs. */
export const operationScopes = (): string =>
  markdownTable(
    ['Operation', 'Scope', 'Also needed'],
    grantableScopes.flatMap((scope) =>
      endpoints
        .filter((endpoint) => endpoint.scope === scope)
        .map((endpoint) => [
          operation(endpoint) + (endpoint.testOnly ? ' (test mode)' : endpoint.liveOnly ? ' (live mode)' : ''),
          code(scope),
          also(endpoint),
        ]),
    ),
  )

/** The operations of a publishable key. */
export const publishableOperations = (): string =>
  endpoints
    .filter(({ publishable }) => publishable)
    .map((endpoint) => `- ${operation(endpoint)}`)
    .join('\n')
