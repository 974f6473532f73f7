import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { build, type InlineConfig, preview } from 'vite'
import { checkTypes } from '../../../widget/testing/guideCompilers.ts'
import { createGuideProject, type Framework } from '../../../widget/testing/guideProject.ts'
import { findFreePort } from '../../../worker/cli/wrangler/ports.ts'
import { angularLinker } from './angularLinker.ts'
import { parts } from './parts.ts'
import { renderOnServer, serverEntries } from './renderOnServer.ts'

/** The gateway and the keys of a reader. */
export interface Reader {
  readonly gateway: string
  readonly publishableKey: string
  readonly secretKey: string
}

/** The app of a guide, with its server. */
export interface GuideApp {
  readonly url: string
  readonly close: () => Promise<void>
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, 'localhost', () => done(socket.end() !== undefined))
    socket.on('error', () => done(false))
  })

/** Starts the guide's server, which reads the gateway and the secret key from the environment. */
const startServer = async (folder: string, port: number, { gateway, secretKey }: Reader): Promise<ChildProcess> => {
  const file = ['server.js', 'server.mjs'].find((name) => existsSync(join(folder, name)))!
  const env = { ...process.env, SLUICE_URL: gateway, SLUICE_SECRET_KEY: secretKey }
  const server = spawn(process.execPath, [file], { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] })
  for (let attempt = 0; !(await isListening(port)); attempt++) {
    if (attempt > 100 || server.exitCode !== null) throw new Error(`${file} does not listen.`)
    await setTimeout(50)
  }
  return server
}

/** The configuration of Vite: the guide's file. Angular has a development server of its own, for which Vite stands in. */
const viteConfig = async (framework: Framework, folder: string): Promise<InlineConfig> => {
  const common: InlineConfig = { root: folder, logLevel: 'error' }
  if (framework !== 'angular') return { ...common, configFile: join(folder, 'vite.config.ts') }
  const errors = await checkTypes.angular(folder)
  if (errors.length > 0) throw new Error(`Angular’s compiler reports ${errors.join(', ')}.`)
  const proxy = JSON.parse(readFileSync(join(folder, 'proxy.conf.json'), 'utf8')) as Record<string, object>
  return {
    ...common,
    configFile: false,
    plugins: [await angularLinker()],
    preview: { proxy } as InlineConfig['preview'],
  }
}

/** Writes parts.html, the page of the guide's further components. @returns its path */
const writeParts = (folder: string): string => {
  const path = join(folder, 'parts.html')
  writeFileSync(
    path,
    readFileSync(join(folder, 'index.html'), 'utf8').replace(/\b(main|client)\.(?=[jt]sx?")/, 'parts.'),
  )
  return path
}

/** Creates, builds and starts the app of a guide. */
export const openGuideApp = (framework: Framework, reader: Reader): Promise<GuideApp> => open(framework, reader)

/** The same with a page that a server has rendered, in the framework's development mode, which reports differences. */
export const openRenderedGuideApp = (framework: Framework, reader: Reader): Promise<GuideApp> =>
  open(framework, reader, (folder, config) => renderOnServer(framework, folder, config))

const open = async (
  framework: Framework,
  reader: Reader,
  change?: (folder: string, config: InlineConfig) => Promise<void>,
): Promise<GuideApp> => {
  const port = await findFreePort()
  const edit = (text: string) =>
    text
      .replaceAll('http://localhost:8787', reader.gateway)
      .replaceAll('sluice_pk_test_…', reader.publishableKey)
      .replaceAll('http://localhost:3001', `http://localhost:${port}`)
      .replaceAll('listen(3001)', `listen(${port})`)
  const { folder, remove } = await createGuideProject(framework, edit, {
    ...parts[framework],
    ...serverEntries[framework],
  })
  let config = await viteConfig(framework, folder)
  if (change) {
    config = { ...config, mode: 'development', define: { 'process.env.NODE_ENV': '"development"' } }
    await change(folder, config)
  }
  await build({ ...config, build: { rolldownOptions: { input: [join(folder, 'index.html'), writeParts(folder)] } } })
  const site = await preview({ ...config, preview: { ...config.preview, port: await findFreePort() } })
  const server = await startServer(folder, port, reader)
  return {
    url: site.resolvedUrls!.local[0]!,
    close: async () => {
      await site.close()
      const closed = once(server, 'close')
      server.kill()
      await closed
      await remove()
    },
  }
}
