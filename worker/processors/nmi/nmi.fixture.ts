import type { ConnectionSettings, ProcessorPorts } from '../definition.ts'
import { nmi } from './nmi.ts'

/** A request of the connector, as NMI receives it. */
export interface SentRequest {
  readonly url: string
  readonly members: Readonly<Record<string, string>>
}

export const approval = (members: Readonly<Record<string, string>> = {}): string =>
  new URLSearchParams({
    response: '1',
    responsetext: 'SUCCESS',
    authcode: '123456',
    transactionid: '9000001',
    avsresponse: 'Y',
    cvvresponse: 'M',
    orderid: '',
    type: '',
    response_code: '100',
    ...members,
  }).toString()

export const settings: ConnectionSettings = { host: 'https://gateway.example', securityKey: 'a-security-key' }

/** Ports whose other side is a function. */
export const portsTo = (fetch: ProcessorPorts['fetch']): ProcessorPorts => ({
  connection: 'connection-1',
  now: () => Date.now(),
  accountNow: () => Date.now(),
  fetch,
  get book(): never {
    throw new Error('NMI has a ledger of its own.')
  },
})

/** A connector that notes what it sends. @param answers in the order of requests; the last one answers the rest */
export const recordingNmi = (
  answers: readonly (string | (() => Response | Promise<Response>))[] = [approval()],
  more: ConnectionSettings = {},
) => {
  const sent: SentRequest[] = []
  const fetch = async (request: Request): Promise<Response> => {
    const answer = answers[Math.min(sent.length, answers.length - 1)]!
    sent.push({ url: request.url, members: Object.fromEntries(new URLSearchParams(await request.text())) })
    return typeof answer === 'string' ? new Response(answer) : answer()
  }
  return { processor: nmi({ ...settings, ...more }, portsTo(fetch)), sent }
}
