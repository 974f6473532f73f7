import { setTimeout as sleep } from 'node:timers/promises'
import type { Kill, KillPoint } from './killPoints.ts'

/** Kills the gateway at a kill point. Acquirer, receivers and clients report that a point is reached, and wait. */
export class KillSwitch {
  #onReached: ((point: KillPoint) => Promise<void>) | null = null

  readonly reached = async (point: KillPoint): Promise<void> => this.#onReached?.(point)

  /**
   * Arms the switch.
   *
   * @returns `finish` disarms it, and kills now if the point was not reached. It returns whether it was
   */
  arm({ at, before, afterMs }: Kill, kill: () => Promise<void>) {
    let remaining = before
    let killing: Promise<void> | undefined
    this.#onReached = async (point) => {
      if (point !== at || remaining-- !== 0) return
      killing = sleep(afterMs).then(kill)
      await killing
    }
    if (at === 'anytime') void this.reached(at)
    return {
      isHit: (): boolean => killing !== undefined,
      finish: async (): Promise<boolean> => {
        this.#onReached = null
        await (killing ?? kill())
        return killing !== undefined
      },
    }
  }
}
