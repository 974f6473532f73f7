import { expect, test } from 'vitest'
import { areasOf, linesOf, play } from './replay.ts'

// Those of terminals and webhooks: see objects.workerd.test.ts.
const files = import.meta.glob('./requests/!(terminals|webhooks).jsonl', {
  eager: true,
  import: 'default',
  query: '?raw',
})

test.each(areasOf(files))(
  'requests of %s get the recorded answers',
  async (area, text) => {
    const answers = await play(linesOf(text))
    await expect(`${answers.join('\n')}\n`).toMatchFileSnapshot(`./answers/${area}.jsonl`)
  },
  120_000,
)
