import { expect, test } from 'vitest'
import { checkoutApiFixture } from '../../../testing/fixtures/checkoutApiFixture.ts'

const shop = await checkoutApiFixture()
const { make, read, shopper } = shop

/** One custom field of each type. */
const inputs = {
  note: '',
  size: { type: 'select', options: ['S', 'M'], required: true },
  count: { type: 'number' },
  day: { type: 'date' },
  mail: { type: 'email' },
  terms: { type: 'checkbox', required: true },
  code: { maxLength: 3 },
  secret: { type: 'hidden', value: 'merchant' },
}
const answered = { size: 'M', terms: 'true' }

test('custom fields of a paid checkout are its metadata; hidden fields keep the merchant’s value', async () => {
  const id = await make({ total: 5, customerDefinedField: inputs })
  const fields = { ...answered, note: ' For Ann ', count: '-2.5', day: '2028-02-29', secret: 'forged', unknown: 'x' }
  const { json } = await shopper.openAndPay(id, { answers: { fields } })
  const metadata = {
    note: 'For Ann',
    size: 'M',
    count: '-2.5',
    day: '2028-02-29',
    mail: '',
    terms: 'true',
    code: '',
    secret: 'merchant',
  }
  expect(await shop.transaction(json.transactionId)).toMatchObject({ metadata })
  expect((await read(id)).metadata).toEqual(metadata)
})
