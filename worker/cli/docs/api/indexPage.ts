import { errors } from '#contract/errors/errorTypes'
import type { ErrorType } from '#contract/errors/errorTypes'
import { rateLimits } from '#contract/rateLimits'
import { operations, schemaNamed } from './contract.ts'
import { errorExample } from './errorExamples.ts'
import { commonErrors } from './errorsOf.ts'
import { causeOf } from './cause.ts'
import { fence } from './exampleSection.ts'
import { members } from './members.ts'
import { frontMatter, generatedNote } from './frame.ts'
import { operationRow, operationsOf } from './nounPage.ts'
import { apiPages } from './pages.ts'
import type { ApiPage } from './pages.ts'
import { shownJson } from './shownJson.ts'

const operationsTable = (page: ApiPage): string =>
  [
    `### [${page.title}](./${page.slug}.md)`,
    [
      '| Operation | Request |',
      '| --- | --- |',
      ...operationsOf(page).map((one) => operationRow(one, `./${page.slug}.md`)),
    ].join('\n'),
  ].join('\n\n')

const errorRow = (type: ErrorType): string =>
  `| ${errors[type].status} | [\`${type}\`](../errors.md#${type}) | ${causeOf(type)} |`

const commonTable = (): string =>
  [
    '| Status | Type | Cause |',
    '| --- | --- | --- |',
    ...[...commonErrors].toSorted((one, other) => errors[one].status - errors[other].status).map(errorRow),
  ].join('\n')

const { quota, window } = rateLimits.standard

/** docs/reference/api/index.md: what holds for all operations, and the list of them. */
export const indexPage = (): string =>
  `${[
    frontMatter,
    generatedNote,
    '# API reference',
    `All ${operations.length} operations of the gateway, with their members, errors and samples. This page has what holds for all of them. To take your first payment, read the [Quick start](../../start.md).`,
    '## Base URL',
    'All paths begin with `/v1` below the URL of your gateway. The samples read it and your keys from variables:',
    fence(
      'sh',
      'export SLUICE_URL=http://localhost:8787\nexport SLUICE_SECRET_KEY=sluice_sk_test_…\nexport SLUICE_PUBLISHABLE_KEY=sluice_pk_test_…',
    ),
    'A gateway in production has `https` and a domain of its own. The machine-readable description is OpenAPI 3.1: `GET /docs/openapi.json`, or `worker/openapi.json` in the repository.',
    '## Authentication',
    'Send your API key in the header `x-api-key`. A key belongs to one account and to one mode, test or live.',
    [
      '| Key | For | May do |',
      '| --- | --- | --- |',
      '| `sluice_sk_…` | your server | everything |',
      '| `sluice_rk_…` | one job of your server | what its [scopes](../scopes.md) allow |',
      '| `sluice_pk_…` | pages in a browser | [create tokens](./tokens.md#create-a-token) and read encryption keys |',
    ].join('\n'),
    'Never put a secret or restricted key into a page or an app. [Keys and scopes](../../concepts/keys-and-scopes.md) explains how to create, rotate and revoke keys.',
    '## Versions',
    'The version is part of the path: `v1`. Within it, responses may get new members, enumerations new values, and errors new types. Ignore what you do not know. Nothing is removed or renamed within a version.',
    '## Formats',
    [
      '- Bodies are JSON in UTF-8. Send `Content-Type: application/json`. A body has at most 256 KiB.',
      '- Member names are case-sensitive. An unknown member returns 400 `unknown_member`, with the nearest known name.',
      '- In requests, null means the same as an absent member, unless its description differs.',
      '- Amounts are JSON numbers in currency units: `26.25` is 26 dollars and 25 cents.',
      '- Currencies are ISO 4217 numeric codes: `840` is the US dollar, `978` the euro.',
      '- Times are RFC 3339 in UTC: `2026-11-20T10:30:00.000Z`.',
      '- [Ids](../../concepts/ids.md) are strings. Store them as text.',
    ].join('\n'),
    '## Responses',
    'Every response has these two members in addition to its own. The pages of the operations do not repeat them.',
    members(
      {
        properties: {
          requestId: schemaNamed('Failure').properties!['requestId']!,
          errors: schemaNamed('Failure').properties!['errors']!,
        },
      },
      { page: '', direction: 'response', whole: true },
    ),
    'A declined payment is not an API error: it returns 200 with `approved` false, and with the reason in `responseCode` and `errors`.',
    '## Pagination',
    'Lists return up to 100 entries, newest first. `pageSize` asks for fewer. The header `Link` has the URLs of the first, the previous and the next page, if they exist:',
    fence(
      'http',
      'Link: </v1/customers?pageNumber=1&pageSize=100>; rel="first", </v1/customers?pageNumber=2&pageSize=100&cursor=…>; rel="next"\nX-Total-Count: 250',
    ),
    'Follow the URL of `next` until it is absent. Its `cursor` marks a place, so new entries do not shift pages. `X-Total-Count` is the number of all entries, where the list has a count. The [client library](../client.md) follows pages with `for await`.',
    '## Idempotency',
    'Send the header `Idempotency-Key` with a request that changes something, such as the id of your order. The request takes effect once within 24 hours: a repetition returns the first response with `Idempotent-Replayed: true`. [Idempotency and retries](../../concepts/idempotency.md) has the rules.',
    '## Rate limits',
    `An account may send ${quota} requests in ${window} seconds, unless its operator sets another limit. Responses name the limit in \`RateLimit-Policy\`. Above it, requests return 429 with \`Retry-After\` in seconds. [Limits](../limits.md) lists all of them.`,
    '## Errors',
    'A rejected request has no effect. Its response lists all errors at once:',
    fence(
      'json',
      shownJson({ requestId: '01a1f89d49a07676938d68cdc6245340', errors: [errorExample('unknown_member')] }),
    ),
    'Each error has these members:',
    members(schemaNamed('ErrorItem'), { page: '', direction: 'response', whole: true }),
    'Some reads, and requests with `Accept: application/problem+json`, return problem details of RFC 9457 instead. [Errors](../../concepts/errors.md) explains both formats, and the [list of errors](../errors.md) has every type.',
    '### Common errors',
    'Any operation that takes a body, an id or a key can return these. The section of each operation lists its own.',
    commonTable(),
    '## Operations',
    ...apiPages.map(operationsTable),
  ].join('\n\n')}\n`
