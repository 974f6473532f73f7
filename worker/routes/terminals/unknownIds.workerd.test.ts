import { expect, test } from 'vitest'
import { firstError } from '../../testing/firstError.ts'
import { authorizeAtTerminal, terminalRequests } from '../../testing/fixtures/terminalRequests.ts'

const { setUp } = terminalRequests()

test.each(['12345678', '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'])(
  'reading the unknown terminal %s returns 404, and paying or crediting at it 400 terminal_not_found',
  async (id) => {
    const { call } = await setUp()
    expect(firstError(await call('GET', `/v1/terminals/${id}`))).toEqual([404, 'not_found', null])
    expect(firstError(await authorizeAtTerminal(call, { id }))).toEqual([
      400,
      'terminal_not_found',
      'payment.terminal.id',
    ])
    expect(
      firstError(
        await call('POST', '/v1/transactions/credit', {
          body: { payment: { terminal: { id } }, amount: { value: 1 } },
        }),
      ),
    ).toEqual([400, 'terminal_not_found', 'payment.terminal.id'])
  },
)

test('reading a terminal with a malformed id returns 400 id_invalid', async () => {
  const { call } = await setUp()
  expect(firstError(await call('GET', '/v1/terminals/short'))).toEqual([400, 'id_invalid', 'Terminal'])
})
