import type { Page } from 'playwright-core'

export type Slowness = { cpu: number; latencyMs: number; downloadKbps: number; uploadKbps: number }

/** A mid-range phone on a mobile network, with the numbers of Lighthouse's preset. */
export const MOBILE: Slowness = { cpu: 4, latencyMs: 150, downloadKbps: 1638.4, uploadKbps: 750 }

const bytesPerSecond = (kbps: number) => (kbps * 1024) / 8

const commands = ({ cpu, latencyMs, downloadKbps, uploadKbps }: Slowness): [method: string, params: object][] => [
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
 * Slows a page down, and every frame of it: one of another site is a process and a session of its own, which the page's
 * throttle does not reach. Those that come later are held until they are slow.
 */
export const slowDown = async (page: Page, slowness: Slowness): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  let lastId = 0
  session.on('Target.attachedToTarget', async ({ sessionId, targetInfo }) => {
    const all = [...(targetInfo.type === 'iframe' ? commands(slowness) : []), ['Runtime.runIfWaitingForDebugger', {}]]
    for (const [method, params] of all) {
      const message = JSON.stringify({ id: ++lastId, method, params })
      // The frame may be gone by now.
      await session.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => {})
    }
  })
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: false })
  for (const [method, params] of commands(slowness)) await session.send(method as 'Network.enable', params)
}
