import type { Processor } from '../../processors/processor.ts'

/** Marks the requests of a reversal. */
export const reversal = 'reversal'

/** Marks the void of a person in NMI's own pages. */
export const reversalByHand = 'reversal by hand'

type Fetch = (request: Request) => Promise<Response>

const sendMarked =
  (mark: string, send: Fetch): Fetch =>
  async (request) => {
    const form = new URLSearchParams(await request.text())
    form.set('ipaddress', mark)
    return send(new Request(request.url, { method: 'POST', body: form, signal: request.signal }))
  }

/**
 * A connector that sends with each request the operation that it belongs to, as the `ipaddress`, which it does not use itself. NMI knows no
 * operation of captures, voids and reversals. So the ledger of the stand-in can tell whose they are.
 *
 * @param create creates the connector
 */
export const markOperations = (create: (send: Fetch) => Processor, send: Fetch): Processor => {
  const connectorFor = (mark: string): Processor => create(sendMarked(mark, send))
  return {
    ...create(send),
    authorize: (op, ref) => connectorFor(op.op).authorize(op, ref),
    capture: (op, ref) => connectorFor(op.op).capture(op, ref),
    void: (op, ref) => connectorFor(op.op).void(op, ref),
    credit: (op, ref) => connectorFor(op.op).credit(op, ref),
    reverse: (of, attempt, rest) => connectorFor(reversal).reverse(of, attempt, rest),
    lookup: (of, modification) => connectorFor(of.op).lookup!(of, modification),
  }
}
