import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inboxAt } from '../../models/account/webhookReceiver.ts'
import type { Inbox } from '../../models/account/system.ts'

/** A merchant's server on this machine. @param reached runs before and after it responds to a delivery */
export const openInboxServer = async (
  reached: (moment: 'received' | 'acknowledged') => Promise<void>,
): Promise<{ readonly inbox: Inbox; close(): Promise<void> }> => {
  const server = createServer(async (request, response) => {
    // Whoever else tries this port.
    if (request.method !== 'POST' || request.url !== '/hooks') return response.writeHead(404).end()
    const chunks: Uint8Array[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Uint8Array)
    } catch {
      // Who is killed in the middle of sending has sent nothing.
      return undefined
    }
    await reached('received')
    const headers = request.headers as Record<string, string>
    const status = inbox.take({ headers, body: Buffer.concat(chunks).toString(), at: Date.now() })
    response.writeHead(status).end()
    // When the response is on its way.
    setImmediate(() => void reached('acknowledged'))
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const inbox = inboxAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`)
  return {
    inbox,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
