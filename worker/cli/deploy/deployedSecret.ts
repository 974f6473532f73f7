import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { Secret } from '#contract/schema/secret'
import { inRepository, repository } from '../repository.ts'

/** What became of it, and what wrangler said. */
export interface Put {
  readonly done: boolean
  readonly output: string
}

/**
 * Deploys a secret through wrangler, which knows the operator's Cloudflare login. The value goes by standard input alone: the list of
 * processes shows arguments to everybody on the machine. Should wrangler repeat it, it is struck out.
 *
 * @param config a wrangler configuration file, which names the worker
 */
export const putSecret = async (name: string, value: Secret, config: string): Promise<Put> => {
  const args = [inRepository('node_modules/wrangler/bin/wrangler.js'), 'secret', 'put', name, '--config', config]
  const child = spawn(process.execPath, args, {
    cwd: repository,
    // Its own log of requests would hold the value, unless it is sanitized, which an operator's environment may have turned off.
    env: { ...process.env, CI: '1', NO_COLOR: '1', WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG_SANITIZE: 'true' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  // One that ends before it has read says why itself.
  child.stdin.on('error', () => undefined).end(value.reveal())
  const [code, ...printed] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { done: code === 0, output: struckOut(printed.join('').trim(), value) }
}

/** Each part by itself, too, since a list of keys may be quoted in parts. */
const struckOut = (output: string, value: Secret): string =>
  value
    .reveal()
    .split(/[,:]/)
    .filter((part) => part.length > 5)
    .reduce((rest, part) => rest.replaceAll(part, '…'), output)
