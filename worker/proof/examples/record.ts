import type { RecordedExample } from '../../cli/contract/examples/recordedExample.ts'
import type { RecordedDelivery } from '../../cli/contract/examples/recordedEvents.ts'
import type { Story } from '../../cli/contract/examples/step.ts'
import { createPlayer } from './player.ts'
import { startExampleWorld } from './world.ts'

export interface RecordedStory {
  readonly examples: readonly RecordedExample[]
  /** The requests to the shop's webhook, in order. */
  readonly deliveries: readonly RecordedDelivery[]
}

/** Plays a story in a new world and returns its examples. */
export const recordStory = async (story: Story): Promise<RecordedStory> => {
  const world = await startExampleWorld()
  try {
    const player = createPlayer(world, story)
    await player.playUntil()
    const { webhook } = JSON.parse(player.responseTo('register-webhook').text) as { webhook: { secret: string } }
    const deliveries = world.deliveries.map((delivery) => Object.assign(delivery, { secret: webhook.secret }))
    return { examples: player.examples(), deliveries }
  } finally {
    await world.stop()
  }
}
