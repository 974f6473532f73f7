import { appendFileSync, readFileSync, writeSync } from 'node:fs'

/**
 * For tests. Loaded ahead of every Node process (NODE_OPTIONS): where that process is wrangler, it notes in the file `calls` what wrangler was
 * given, and answers in its place by the file `answers`, both in the folder STAND_IN. Plain JavaScript, since to strip types takes longer than
 * all that it does.
 */

const folder = process.env['STAND_IN']

const query = ({ rows }, binding) => {
  writeSync(1, `${JSON.stringify([{ results: rows[binding] }], null, 2)}\n`)
  process.exit(0)
}

/** A wrangler that repeats what it read, which the real one does not. */
const putSecret = ({ takesSecret }, input) => {
  writeSync(2, takesSecret ? `Uploaded ${input}\n` : `No network for ${input}\n`)
  process.exit(takesSecret ? 0 : 1)
}

if (folder !== undefined && process.argv[1]?.endsWith('wrangler/bin/wrangler.js')) {
  const args = process.argv.slice(2)
  const input = readFileSync(0, 'utf8')
  appendFileSync(`${folder}/calls`, `${JSON.stringify({ args, input })}\n`)
  const answers = JSON.parse(readFileSync(`${folder}/answers`, 'utf8'))
  if (args[0] === 'd1') query(answers, args[2])
  putSecret(answers, input)
}
