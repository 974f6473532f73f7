import { expect, test } from 'vitest'
import { linesOf, play } from './play.ts'
import terminals from './requests/terminals.jsonl?raw'
import webhooks from './requests/webhooks.jsonl?raw'

/** Readers connect by WebSockets, and deliveries end beside the requests: Durable Objects in Node do neither as the platform does. */

test.each([
  ['terminals', terminals],
  ['webhooks', webhooks],
])(
  'requests of %s get the recorded answers',
  async (area, text) => {
    const answers = await play(linesOf(text))
    await expect(`${answers.join('\n')}\n`).toMatchFileSnapshot(`./answers/${area}.jsonl`)
  },
  120_000,
)
