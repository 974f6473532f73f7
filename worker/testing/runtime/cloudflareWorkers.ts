// Used by the gateway to set a WebSocket auto-response, which objects in Node do not support.
Object.assign(globalThis, { WebSocketRequestResponsePair: function pair() {} })

/** Replaces `cloudflare:workers` in Node, for the classes of Durable Objects. */
export class DurableObject<Bindings> {
  readonly ctx: DurableObjectState
  readonly env: Bindings

  constructor(context: DurableObjectState, bindings: Bindings) {
    this.ctx = context
    this.env = bindings
  }
}
