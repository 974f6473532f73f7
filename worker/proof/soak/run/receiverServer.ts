import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createWebhookReceiver } from '../../models/account/webhookReceiver.ts'
import type { WebhookReceiver } from '../../models/account/system.ts'

/** Starts a webhook receiver on this machine. @param reached is awaited before the response to a delivery, and called after it */
export const openReceiverServer = async (
  reached: (point: 'received' | 'acknowledged') => Promise<void>,
): Promise<{ readonly receiver: WebhookReceiver; close(): Promise<void> }> => {
  const server = createServer(async (request, response) => {
    // Requests of other programs to this port.
    if (request.method !== 'POST' || request.url !== '/hooks') return response.writeHead(404).end()
    const chunks: Uint8Array[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Uint8Array)
    } catch {
      // The sender was killed before the end of the request.
      return undefined
    }
    await reached('received')
    const headers = request.headers as Record<string, string>
    const status = receiver.receive({ headers, body: Buffer.concat(chunks).toString(), at: Date.now() })
    response.writeHead(status).end()
    // After the response was sent.
    setImmediate(() => void reached('acknowledged'))
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver = createWebhookReceiver(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`)
  return {
    receiver,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
