import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

/** Runs the JavaScript samples whose paths it reads. Plain JavaScript, since it runs as the program of a reader. */

let printed = []
console.log = (value) => printed.push(value)

const run = async (path) => {
  printed = []
  try {
    await import(pathToFileURL(path).href)
    return { printed: printed.at(-1) }
  } catch (error) {
    return { error: String(error?.stack ?? error) }
  }
}

const plain = (_name, value) => (typeof value === 'bigint' ? Number(value) : value)

for await (const path of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await run(path), plain)}\n`)
}
