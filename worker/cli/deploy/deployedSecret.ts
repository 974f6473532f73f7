import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { Secret } from '#contract/schema/secret'
import { inRepository, repository } from '../repository.ts'

/** Whether the secret was deployed, and wrangler's output. */
export interface SecretUpload {
  readonly done: boolean
  readonly output: string
}

/**
 * Deploys a secret through wrangler, which has the operator's Cloudflare login. The value is passed by standard input, since arguments are
 * visible in the list of processes. It is removed from wrangler's output.
 *
 * @param config a wrangler configuration file, which names the worker
 */
export const putSecret = async (name: string, value: Secret, config: string): Promise<SecretUpload> => {
  const args = [inRepository('node_modules/wrangler/bin/wrangler.js'), 'secret', 'put', name, '--config', config]
  const child = spawn(process.execPath, args, {
    cwd: repository,
    // wrangler's request log would contain the value if the environment turned sanitizing off.
    env: { ...process.env, CI: '1', NO_COLOR: '1', WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG_SANITIZE: 'true' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  // A process that ends before reading stdin prints the reason itself.
  child.stdin.on('error', () => undefined).end(value.reveal())
  const [code, ...printed] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { done: code === 0, output: redact(printed.join('').trim(), value) }
}

/** Removes the value and each of its parts, since wrangler may quote a single key of the list. */
const redact = (output: string, value: Secret): string =>
  value
    .reveal()
    .split(/[,:]/)
    .filter((part) => part.length > 5)
    .reduce((rest, part) => rest.replaceAll(part, '…'), output)
