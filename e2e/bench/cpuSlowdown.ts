import { measureWithLighthouse } from './lighthouse.ts'
import { MOBILE } from './throttling.ts'

/** The middle of what Lighthouse measures on the desktops that its preset slows down: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md */
const desktopIndex = 1750

export type CpuSlowdown = {
  /** Lighthouse's measure of the machine's speed. */
  machineIndex: number
  /** How many times the CPU must be slowed down to be as fast as Lighthouse's phone. */
  times: number
}

/** How far a bench slows down this machine to measure what another machine measures. @param url of any page */
export const calibrateCpuSlowdown = async (url: string): Promise<CpuSlowdown> => {
  const { machineIndex } = await measureWithLighthouse(url, 5)
  const times = Math.round((machineIndex / (desktopIndex / MOBILE.cpu)) * 10) / 10
  return { machineIndex, times: Math.max(1, times) }
}
