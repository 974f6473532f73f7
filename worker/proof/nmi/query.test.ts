import { expect, test } from 'vitest'
import { card, check, dayMs, hourMs, openNmi, type QueriedTransaction, startMs, type Values } from './nmi.fixture.ts'

test('a transaction of query.php has the members of NMI, escaped', async () => {
  const { sale, queryXml } = openNmi()
  const { transactionid } = await sale({
    orderid: `a&b<c>"d'\u0001`,
    firstname: 'Ada',
    address1: '888 High St',
    zip: '77777',
    cvv: '999',
    ipaddress: '192.0.2.1',
    merchant_defined_field_2: 'x & y',
    processor_id: 'one',
  })
  expect(await queryXml()).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?>\n<nm_response><transaction>',
      `<transaction_id>${transactionid}</transaction_id>`,
      '<partial_payment_id></partial_payment_id><partial_payment_balance></partial_payment_balance><platform_id></platform_id>',
      '<transaction_type>cc</transaction_type><condition>pendingsettlement</condition>',
      '<order_id>a&amp;b&lt;c&gt;&quot;d&apos;</order_id><authorization_code>123456</authorization_code>',
      '<ponumber></ponumber><order_description></order_description><first_name>Ada</first_name><last_name></last_name>',
      '<address_1>888 High St</address_1><address_2></address_2><company></company><city></city><state></state>',
      '<postal_code>77777</postal_code><country></country><email></email><phone></phone>',
      '<avs_response>Y</avs_response><csc_response>M</csc_response>',
      '<cc_number>4xxxxxxxxxxx2346</cc_number><cc_exp>1229</cc_exp><cc_type>visa</cc_type>',
      '<check_account></check_account><check_aba></check_aba><check_name></check_name>',
      '<account_holder_type></account_holder_type><account_type></account_type><sec_code></sec_code>',
      '<processor_id>one</processor_id><currency>USD</currency>',
      '<merchant_defined_field id="2">x &amp; y</merchant_defined_field>',
      '<action><amount>10.00</amount><action_type>sale</action_type><date>20260115120000</date><success>1</success>',
      '<ip_address>192.0.2.1</ip_address><source>api</source><api_method>transact</api_method>',
      '<response_text>SUCCESS</response_text><batch_id>0</batch_id><processor_batch_id></processor_batch_id>',
      '<response_code>100</response_code><processor_response_text></processor_response_text>',
      '<processor_response_code></processor_response_code></action>',
      '</transaction></nm_response>\n',
    ].join(''),
  )
})

test('a check in query.php has a masked account number', async () => {
  const { sale, query } = openNmi()
  await sale(check)
  const members = {
    transaction_type: 'ck',
    check_account: 'xxxxxxxx4321',
    check_aba: '110000000',
    check_name: 'Ada Lovelace',
    account_holder_type: 'personal',
    account_type: 'checking',
    sec_code: 'WEB',
    cc_number: '',
    cc_exp: '',
  }
  expect(await query()).toMatchObject([{ members }])
})

test('amounts of currencies with other minor units have at least two decimals', async () => {
  const { sale, query } = openNmi()
  await sale({ amount: '1000', currency: 'JPY' })
  await sale({ amount: '1.234', currency: 'KWD' })
  expect((await query()).map(({ actions }) => actions[0]!.amount)).toEqual(['1000.00', '1.234'])
})

test('query.php without matches, by GET as by POST, returns an empty nm_response', async () => {
  const { handle, queryXml } = openNmi()
  const empty = '<?xml version="1.0" encoding="UTF-8"?>\n<nm_response></nm_response>\n'
  expect(await queryXml({ order_id: 'a' })).toBe(empty)
  expect(await handle('GET', '/api/query.php?security_key=k&report_type=transaction')).toEqual({
    status: 200,
    contentType: 'text/xml; charset=UTF-8',
    text: empty,
  })
})

test.each<[Values, string]>([
  [{ report_type: 'recurring' }, 'Unsupported report type'],
  [{ start_date: 'yesterday' }, 'Invalid start_date'],
  [{ end_date: '20261301' }, 'Invalid end_date'],
  [{ result_limit: 'all' }, 'Invalid result_limit'],
  [{ page_number: '-1' }, 'Invalid page_number'],
  [{ result_order: 'random' }, 'Invalid result_order'],
])('a query with %o returns the error response %o', async (values, message) => {
  const xml = await openNmi().queryXml(values)
  expect(xml).toContain(`<nm_response><error_response>${message}</error_response></nm_response>`)
})

/** A declined sale, a captured authorization, a check, and an hour later a void of an authorization and a refund. */
const openWithHistory = async () => {
  const nmi = openNmi()
  const { sale, authorize, transact, clock } = nmi
  const declined = await sale({ amount: '0.50', orderid: 'declined' })
  const captured = await authorize({ orderid: 'captured' })
  await transact({ type: 'capture', transactionid: captured.transactionid! })
  const paid = await sale({ ...check, orderid: 'check' })
  const voided = await authorize({ orderid: 'voided' })
  clock.advance(hourMs)
  await transact({ type: 'void', transactionid: voided.transactionid! })
  await transact({ type: 'refund', transactionid: captured.transactionid!, orderid: 'refund' })
  return { ...nmi, ids: { declined, captured, paid } }
}

const orderIds = (found: readonly QueriedTransaction[]) => found.map(({ members }) => members.order_id)

test.each<[values: Values, orders: string[]]>([
  [{}, ['declined', 'captured', 'check', 'voided', 'refund']],
  [{ report_type: 'transaction', result_order: 'standard' }, ['declined', 'captured', 'check', 'voided', 'refund']],
  [{ result_order: 'reverse' }, ['refund', 'voided', 'check', 'captured', 'declined']],
  [{ result_limit: '2' }, ['declined', 'captured']],
  [{ result_limit: '2', page_number: '2' }, ['refund']],
  [{ result_limit: '2', page_number: '3' }, []],
  [{ order_id: 'check' }, ['check']],
  [{ condition: 'failed' }, ['declined']],
  [{ condition: 'canceled,failed' }, ['declined', 'voided']],
  [{ transaction_type: 'ck' }, ['check']],
  [{ action_type: 'capture' }, ['captured']],
  [{ action_type: 'auth,refund' }, ['captured', 'voided', 'refund']],
  [{ action_type: 'check_late_return' }, []],
  [{ order_id: 'check', condition: 'failed' }, []],
])('query.php with %o finds %o', async (values, orders) => {
  const { query } = await openWithHistory()
  expect(orderIds(await query(values))).toEqual(orders)
})

test('query.php finds a list of transaction ids', async () => {
  const { query, ids } = await openWithHistory()
  const list = `${ids.paid.transactionid},${ids.declined.transactionid},1`
  expect(orderIds(await query({ transaction_id: list }))).toEqual(['declined', 'check'])
})

test.each<[values: Values, orders: string[]]>([
  [{ start_date: '20260115120001' }, ['voided', 'refund']],
  [{ start_date: '20260115130000', end_date: '20260115130000' }, ['voided', 'refund']],
  [{ end_date: '20260115125959' }, ['declined', 'captured', 'check']],
  [{ start_date: '20260115', end_date: '20260115' }, ['declined', 'captured', 'check', 'voided', 'refund']],
  [{ start_date: '20260116' }, []],
  [{ end_date: '20260114' }, []],
])('query.php with %o finds the transactions last modified then', async (values, orders) => {
  const { query } = await openWithHistory()
  expect(orderIds(await query(values))).toEqual(orders)
})

test('settlement modifies a transaction', async () => {
  const { query, clock } = await openWithHistory()
  clock.advance(dayMs)
  const settled = ['captured', 'check', 'refund']
  expect(orderIds(await query({ start_date: '20260116' }))).toEqual(settled)
  expect(orderIds(await query({ condition: 'complete' }))).toEqual(settled)
})

test('query.php shows actions only after visibleAfterMs, and the condition that follows from them', async () => {
  const { sale, transact, query, condition, clock, ledger } = openNmi({ visibleAfterMs: 60_000 })
  const { transactionid = '' } = await sale()
  expect(await condition(transactionid)).toBeUndefined()
  clock.advance(59_999)
  expect(await query()).toEqual([])
  clock.advance(1)
  expect(await condition(transactionid)).toBe('pendingsettlement')
  await transact({ type: 'void', transactionid })
  expect(await query()).toMatchObject([
    { members: { condition: 'pendingsettlement' }, actions: [{ action_type: 'sale' }] },
  ])
  expect(ledger.all()).toMatchObject([{ condition: 'canceled' }])
  clock.advance(60_000)
  expect(await query()).toMatchObject([{ members: { condition: 'canceled' }, actions: [{}, { action_type: 'void' }] }])
  expect(ledger.all()[0]!.actions[0]!.visibleAt).toBe(new Date(startMs + 60_000).toISOString())
})

test('settlement of a sale that is not visible yet shows nothing', async () => {
  const { faults, handle, query, clock } = openNmi()
  faults.add({ fault: { kind: 'dropAfter', visibleAfterMs: 13 * hourMs } })
  await handle('POST', '/api/transact.php?security_key=sandbox-key&amount=10.00', String(new URLSearchParams(card)))
  clock.advance(12.5 * hourMs)
  expect(await query()).toEqual([])
  clock.advance(0.5 * hourMs)
  expect(await query()).toMatchObject([{ actions: [{ action_type: 'sale' }, { action_type: 'settle' }] }])
})
