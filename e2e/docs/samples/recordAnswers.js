import { appendFileSync } from 'node:fs'

/**
 * Loaded ahead of a sample (`node --import`): appends each JSON that the sample receives to the file SAMPLE_ANSWERS, so that the samples after
 * it can use its ids. Plain JavaScript, since it runs in the reader's folder.
 */

const file = process.env['SAMPLE_ANSWERS']
const { fetch } = globalThis

globalThis.fetch = async (...request) => {
  const response = await fetch(...request)
  const text = await response.clone().text()
  if (response.headers.get('content-type')?.includes('json'))
    appendFileSync(file, `${JSON.stringify(JSON.parse(text))}\n`)
  return response
}
