import { devicePath, deviceProtocol } from '#contract/terminals/device'
import { apiError } from '#contract/errors/apiError'
import type { App } from '../../http/app.ts'
import { handleRequest } from '../../http/handleRequest.ts'
import { limitDevice } from '../../http/rateLimits/rateLimit.ts'
import { connectForPairing, connectTerminal } from '../../terminals/connection/connect.ts'

const isDeviceProtocol = (request: Request): boolean =>
  request.headers.get('upgrade')?.toLowerCase() === 'websocket' &&
  (request.headers.get('sec-websocket-protocol') ?? '').split(',').some((name) => name.trim() === deviceProtocol)

/** Accepts the WebSocket of a device. No API key: the device authenticates over the socket. */
export const device = ({ hono, gateway }: App): void => {
  hono.get(devicePath, ({ req, env }) => {
    const isolateGateway = gateway(env)
    return handleRequest(req.raw, { name: 'device', errorFormat: 'envelope' }, isolateGateway, async (context) => {
      if (!isDeviceProtocol(req.raw)) throw apiError('upgrade_required', { details: { protocol: deviceProtocol } })
      const reader = req.query('reader')
      const mode = req.query('mode') === 'live' ? 'live' : 'test'
      await limitDevice(reader === undefined, context, isolateGateway)
      const upgrade = await (reader === undefined
        ? connectForPairing(req.raw, mode, isolateGateway)
        : connectTerminal(req.raw, reader, isolateGateway, context.meter))
      return new Response(null, {
        status: 101,
        webSocket: upgrade.webSocket,
        headers: { 'sec-websocket-protocol': deviceProtocol },
      })
    })
  })
}
