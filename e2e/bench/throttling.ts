import type { Page } from 'playwright-core'

export type Throttling = { cpu: number; latencyMs: number; downloadKbps: number; uploadKbps: number }

/** Lighthouse's mobile preset: a mid-range phone on a mobile network. */
export const MOBILE: Throttling = { cpu: 4, latencyMs: 150, downloadKbps: 1638.4, uploadKbps: 750 }

const bytesPerSecond = (kbps: number) => (kbps * 1024) / 8

const commands = ({ cpu, latencyMs, downloadKbps, uploadKbps }: Throttling): [method: string, params: object][] => [
  ['Network.enable', {}],
  [
    'Network.emulateNetworkConditions',
    {
      offline: false,
      latency: latencyMs,
      downloadThroughput: bytesPerSecond(downloadKbps),
      uploadThroughput: bytesPerSecond(uploadKbps),
    },
  ],
  ['Emulation.setCPUThrottlingRate', { rate: cpu }],
]

/**
 * Throttles a page and all its frames. Cross-site frames have their own process and session, so each is paused on creation until it is
 * throttled.
 */
export const throttle = async (page: Page, throttling: Throttling): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  let lastId = 0
  session.on('Target.attachedToTarget', async ({ sessionId, targetInfo }) => {
    const all = [...(targetInfo.type === 'iframe' ? commands(throttling) : []), ['Runtime.runIfWaitingForDebugger', {}]]
    for (const [method, params] of all) {
      const message = JSON.stringify({ id: ++lastId, method, params })
      // The frame may be removed already.
      await session.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => {})
    }
  })
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: false })
  for (const [method, params] of commands(throttling)) await session.send(method as 'Network.enable', params)
}
