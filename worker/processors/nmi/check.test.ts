import { expect, test } from 'vitest'
import type { Mode } from '../processor.ts'
import { checkNmi } from './check.ts'
import { approval, portsTo, settings } from './nmi.fixture.ts'

const declined = approval({ response: '2', responsetext: 'DECLINE', response_code: '200' })
const refused = '<nm_response><error_response>Invalid security key</error_response></nm_response>'
const nothing = '<nm_response></nm_response>'

const check = async (query: string, validation: string, mode: Mode) => {
  const types: string[] = []
  const result = await checkNmi(
    settings,
    portsTo(async (request) => {
      types.push(new URLSearchParams(await request.text()).get('type') ?? 'query')
      return new Response(request.url.endsWith('query.php') ? query : validation)
    }),
    mode,
  )
  return { result, types }
}

test.each([
  ['a sandbox in test mode', nothing, approval(), 'test'],
  ['a live account in live mode', nothing, declined, 'live'],
] as const)('the check of %s succeeds, and moves no money', async (_what, query, validation, mode) => {
  const { result, types } = await check(query, validation, mode)
  expect(result).toMatchObject({ result: 'ok', capabilities: { captures: 'one' } })
  expect(types).toEqual(['query', 'validate'])
})

test.each([
  ['a refused key', refused, approval(), 'test', 'credentials'],
  ['a live key in test mode', nothing, declined, 'test', 'mode'],
  ['a sandbox in live mode', nothing, approval(), 'live', 'mode'],
  ['a verification that is refused', nothing, approval({ response: '3', response_code: '300' }), 'test', 'credentials'],
  ['a host that is another program', '<html></html>', approval(), 'test', 'unreachable'],
  ['a host that answers queries alone', nothing, '<html></html>', 'test', 'unreachable'],
] as const)('the check of %s fails', async (_what, query, validation, mode, reason) => {
  expect((await check(query, validation, mode)).result).toMatchObject({ result: 'failed', reason })
})
