import { expect, test } from 'vitest'
import { recordStory } from './record.ts'
import type { RecordedStory } from './record.ts'
import { toRecordedEvents } from '../../cli/contract/examples/recordedEvents.ts'
import { stories } from '../../cli/contract/examples/stories/all.ts'

const played = new Map<string, RecordedStory>()
const print = (recorded: unknown): string => `${JSON.stringify(recorded, null, 2)}\n`

test.each(stories)(
  'the recorded examples of $name are up to date (to update them: npm run contract)',
  async (story) => {
    const recorded = await recordStory(story)
    played.set(story.name, recorded)
    await expect(print(recorded.examples)).toMatchFileSnapshot(
      `../../cli/contract/examples/recorded/${story.name}.json`,
    )
  },
)

test('the recorded events are up to date (to update them: npm run contract)', async () => {
  const deliveries = [...played.values()].flatMap(({ deliveries }) => deliveries)
  await expect(print(toRecordedEvents(deliveries))).toMatchFileSnapshot(
    '../../cli/contract/examples/recorded/events.json',
  )
})
