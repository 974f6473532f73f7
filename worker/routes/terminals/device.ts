import { devicePath, deviceProtocol } from '#contract/terminals/device'
import { refuse } from '#contract/errors/apiError'
import type { App } from '../../http/app.ts'
import { exchange } from '../../http/handleRequest.ts'
import { limitDevice } from '../../http/rateLimits/rateLimit.ts'
import { connectForPairing, connectTerminal } from '../../terminals/connection/connect.ts'

const speaksOurs = (request: Request): boolean =>
  request.headers.get('upgrade')?.toLowerCase() === 'websocket' &&
  (request.headers.get('sec-websocket-protocol') ?? '').split(',').some((name) => name.trim() === deviceProtocol)

/** Where card readers connect: no key, since a reader proves its own once it is connected. */
export const device = ({ hono, gateway }: App): void => {
  hono.get(devicePath, ({ req, env }) => {
    const wired = gateway(env)
    return exchange(req.raw, { name: 'device', regime: 'envelope' }, wired, async (going) => {
      if (!speaksOurs(req.raw)) throw refuse('upgrade_required', { details: { protocol: deviceProtocol } })
      const reader = req.query('reader')
      await limitDevice(reader === undefined, going, wired)
      const answer = await (reader === undefined
        ? connectForPairing(req.raw, wired)
        : connectTerminal(req.raw, reader, wired, going.meter))
      return new Response(null, {
        status: 101,
        webSocket: answer.webSocket,
        headers: { 'sec-websocket-protocol': deviceProtocol },
      })
    })
  })
}
