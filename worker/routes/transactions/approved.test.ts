import { afterAll, expect, test, vi } from 'vitest'
import { approvalCodes, declineCodes } from '#contract/transactions/responseCodes'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const merchant = await createMerchant()
const limits = { processorTimeoutMs: 5, reversalTimeoutMs: 5, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }
const call = startWorker({ limits }).as(merchant.secretKey)
const post = async (operation: string, body: object) =>
  (await call('POST', `/v1/transactions/${operation}`, { body })).json

/** The family's card of a response code: 4000003900000, the code, a check digit. */
const cardOf = (code: string): string => {
  const digits = `4000003900000${code}`
  const sum = [...digits].reduceRight((total, digit, index) => {
    const value = Number(digit) * ((digits.length - index) % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

const approving: ReadonlySet<string> = new Set(['00', '08', '10', '85'])
const codes = [...Object.keys(approvalCodes), ...Object.keys(declineCodes)].filter((code) => /^\d\d$/.test(code))

test.each(codes.filter((code) => code !== '85'))(
  'an authorize that ends with code %s has the same approved in its response, in GET and in the list',
  async (code) => {
    const json = await post('authorize', cardPayment(cardOf(code)))
    const approved = approving.has(code)
    expect([json.responseCode, json.approved, json.errors === null]).toEqual([code, approved, approved])
    const read = (await call('GET', `/v1/transactions/${json.transactionId}`)).json
    expect([read.approved, read.operations[0].approved]).toEqual([approved, approved])
    const { transactions } = (await call('GET', '/v1/transactions?pageSize=1')).json
    expect(transactions).toMatchObject([{ transactionId: json.transactionId, responseCode: code, approved }])
  },
)

test('sale, capture, void and credit have approved, and an approval that was voided keeps it', async () => {
  const { transactionId } = await post('authorize', cardPayment())
  const capture = await post('capture', { transactionId, amount: 4 })
  const credit = await post('credit', { referenceTransactionId: Number(transactionId), amount: { value: 1 } })
  const sale = await post('sale', cardPayment())
  const voided = await post('void', { transactionId: sale.transactionId })
  for (const response of [capture, credit, sale, voided])
    expect([response.responseCode, response.approved]).toEqual(['00', true])
  const read = (await call('GET', `/v1/transactions/${sale.transactionId}`)).json
  expect([read.status, read.approved]).toEqual(['voided', true])
})
