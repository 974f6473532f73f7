import { expect, test } from 'vitest'
import { toAreas, parseLines, replay } from './replay.ts'

// Terminals need WebSockets and deliveries run in the background: both need workerd.
const files = import.meta.glob('./requests/{terminals,webhooks}.jsonl', {
  eager: true,
  import: 'default',
  query: '?raw',
})

test.each(toAreas(files))(
  'requests of %s get the recorded responses',
  async (area, text) => {
    const answers = await replay(parseLines(text))
    await expect(`${answers.join('\n')}\n`).toMatchFileSnapshot(`./answers/${area}.jsonl`)
  },
  120_000,
)
