// The business names it where it sets a heartbeat, which no object in Node has.
Object.assign(globalThis, { WebSocketRequestResponsePair: function pair() {} })

/** What `cloudflare:workers` is in Node, for the classes of Durable Objects. */
export class DurableObject<Bindings> {
  readonly ctx: DurableObjectState
  readonly env: Bindings

  constructor(context: DurableObjectState, bindings: Bindings) {
    this.ctx = context
    this.env = bindings
  }
}
