import { DurableObject } from 'cloudflare:workers'
import { Hono } from 'hono'
import type { Context } from 'hono'
import type { Usage } from '../metered/usage.ts'
import { measuredDatabase } from '../../database/measuredDatabase.ts'
import { baselines, pageRows, storedRecords } from './baselines.ts'
import type { Baseline, Statement } from './baselines.ts'

/** The worker that the gateway is compared with in benchmarks, see baselines.ts. */
interface Bindings {
  readonly DB_00: D1Database
  readonly LINES: DurableObjectNamespace<Line>
}

type BaselineContext = Context<{ Bindings: Bindings }>

let measured: ReturnType<typeof measuredDatabase> | null = null
/** Above all initial ids, and ascending: the fastest order of inserts by primary key. */
let lastId = 10 * storedRecords

/** About the size of a payment with its order and its event. */
const data = 'x'.repeat(500)

const prepared: Readonly<Record<Statement, (d1: D1Database, id: number) => D1PreparedStatement>> = {
  insert: (d1, id) => d1.prepare('INSERT INTO records VALUES (?, ?, ?, ?)').bind(id, 'account', 'pending', data),
  update: (d1, id) => d1.prepare('UPDATE records SET status = ? WHERE id = ?').bind('approved', id),
  find: (d1, id) => d1.prepare('SELECT * FROM records WHERE id = ?').bind(id),
  list: (d1) => d1.prepare('SELECT * FROM records ORDER BY id LIMIT ?').bind(pageRows),
}

/** @param id of the first record that the request writes, or of the record that it reads */
const run = async (d1: D1Database, batches: Baseline['batches'], nth: number, id: number): Promise<object[]> => {
  const before = batches.slice(0, nth).flat()
  const steps = batches[nth]!
  const results = await d1.batch<object>(
    steps.map((step, at) => {
      // Each insert has its own record. Updates use the records of this request in order.
      const earlier = step === 'insert' ? [...before, ...steps.slice(0, at)] : steps.slice(0, at)
      return prepared[step](d1, id + earlier.filter((other) => other === step).length)
    }),
  )
  return results.at(-1)!.results
}

const serve = async (context: BaselineContext, { method, batches, sideCall: besides }: Baseline): Promise<Response> => {
  measured ??= measuredDatabase(context.env.DB_00)
  const writes = method === 'POST'
  const body: unknown = writes ? await context.req.json() : null
  const id = writes ? (lastId += 10) : 1 + Math.floor(Math.random() * storedRecords)
  let rows: object[] = []
  for (const nth of batches.keys()) {
    rows = await run(measured.d1, batches, nth, id)
    if (besides === 'reader' && nth === 0)
      await context.env.LINES.getByName(context.req.query('reader')!).roundTrip(String(id))
  }
  const response = { id, responseCode: '00', responseText: 'Approved', rows, body, errors: null }
  if (besides === 'receiver')
    context.executionCtx.waitUntil(
      fetch(context.req.query('receiver')!, { method: 'POST', body: JSON.stringify(response) }),
    )
  return context.json(response)
}

/** The connection of one device. */
export class Line extends DurableObject<Bindings> {
  readonly #pending = new Map<string, () => void>()

  override fetch(): Response {
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    return new Response(null, { status: 101, webSocket: client })
  }

  /** Sends a message, and resolves when the device has sent it back. */
  roundTrip(id: string): Promise<void> {
    const echoed = new Promise<void>((resolve) => this.#pending.set(id, resolve))
    this.ctx.getWebSockets().at(-1)!.send(id)
    return echoed
  }

  override webSocketMessage(_socket: WebSocket, id: string): void {
    this.#pending.get(id)?.()
    this.#pending.delete(id)
  }
}

const hono = new Hono<{ Bindings: Bindings }>()
for (const [name, baseline] of Object.entries<Baseline>(baselines))
  hono.on(baseline.method, `/${name}`, (context) => serve(context, baseline))
hono.get('/health', (context) => context.json({ status: 'ok' }))
hono.get('/line/:reader', (context) => context.env.LINES.getByName(context.req.param('reader')).fetch(context.req.raw))
hono.get('/counts', (context) => {
  const none = { trips: 0, statements: 0, rowsRead: 0, rowsWritten: 0, bytes: 0 }
  const noObjects = { objectCalls: 0, objectMessages: 0, objectRowsWritten: 0, objectMs: 0, logged: 0 }
  const counts: Usage = { ...(measured?.counts ?? none), ...noObjects }
  return context.json(counts)
})

export default hono
