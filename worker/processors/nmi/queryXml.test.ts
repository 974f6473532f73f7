import { describe, expect, test } from 'vitest'
import { formatDate, parseQueryAnswer } from './queryXml.ts'

const action = (members: Readonly<Record<string, string>> = {}): string =>
  Object.entries({
    amount: '10.00',
    action_type: 'sale',
    date: '20260102030405',
    success: '1',
    response_text: 'SUCCESS',
    response_code: '100',
    ...members,
  })
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')

const transaction = (actions: readonly string[] = [action()], members = ''): string =>
  `<transaction><transaction_id>77</transaction_id><transaction_type>cc</transaction_type><condition>pendingsettlement</condition>
   <order_id>12345678901234</order_id><authorization_code>123456</authorization_code><avs_response>Y</avs_response><csc_response>M</csc_response>
   <currency>USD</currency>${members}${actions.map((each) => `<action>${each}</action>`).join('')}</transaction>`

const answer = (content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<nm_response>${content}</nm_response>`

describe('an answer of NMI to a query', () => {
  test('transactions are read with their actions, the oldest first', () => {
    const later = action({ action_type: 'settle', date: '20260103000000' })
    expect(parseQueryAnswer(answer(transaction([later, action()])))).toMatchObject({
      result: 'found',
      transactions: [
        {
          transactionId: '77',
          orderId: '12345678901234',
          isCheck: false,
          condition: 'pendingsettlement',
          currency: 'USD',
          authCode: '123456',
          avs: 'Y',
          cvv: 'M',
          actions: [
            { type: 'sale', amount: '10.00', isSuccess: true, at: Date.UTC(2026, 0, 2, 3, 4, 5), code: '100' },
            { type: 'settle', at: Date.UTC(2026, 0, 3) },
          ],
        },
      ],
    })
  })

  test('an answer without a transaction is empty, and a refused query an error', () => {
    expect(parseQueryAnswer(answer(''))).toEqual({ result: 'found', transactions: [] })
    expect(parseQueryAnswer(answer('<error_response>Invalid key</error_response>'))).toEqual({
      result: 'error',
      text: 'Invalid key',
    })
  })

  test('escaped characters are read, and unknown members are ignored', () => {
    const text = action({ response_text: 'A &amp; B &lt;C&gt; &#65;' })
    expect(parseQueryAnswer(answer(transaction([text], '<new_member>1</new_member>')))).toMatchObject({
      transactions: [{ actions: [{ text: 'A & B <C> A' }] }],
    })
  })

  test('no part of an answer is taken for the whole', () => {
    const whole = answer(transaction())
    for (let length = 0; length < whole.length; length += 7)
      expect(parseQueryAnswer(whole.slice(0, length))).toEqual({ result: 'unreadable' })
  })

  const bomb = `<!DOCTYPE nm_response [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`
  test.each([
    ['a document type', `<!DOCTYPE nm_response><nm_response></nm_response>`],
    ['entities that expand', `${bomb}<nm_response>&b;</nm_response>`],
    ['an external entity', `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><nm_response>&e;</nm_response>`],
    ['an undefined entity', answer('&unknown;')],
    ['another root', '<response></response>'],
    ['two roots', `${answer('')}<nm_response></nm_response>`],
    ['a page', '<html><body>Bad gateway</body>'],
    ['a transaction without an id', answer(transaction().replace('<transaction_id>77</transaction_id>', ''))],
    ['a transaction with two ids', answer(transaction([], '<transaction_id>78</transaction_id>'))],
    ['an action without success', answer(transaction([action().replace('<success>1</success>', '')]))],
    ['an action with an invalid date', answer(transaction([action({ date: '20261302030405' })]))],
    ['an action with an amount in words', answer(transaction([action({ amount: 'ten' })]))],
  ])('%s is not read', (_what, body) => expect(parseQueryAnswer(body)).toEqual({ result: 'unreadable' }))

  test('times are written to the second, in UTC', () =>
    expect(formatDate(Date.UTC(2026, 10, 27, 8, 5, 3, 999))).toBe('20261127080503'))
})
