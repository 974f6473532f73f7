import { connect } from 'node:net'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { demoAccount } from '../../../worker/cli/dev/demoAccount.ts'
import type { CodeBlock } from '../../../worker/cli/docs/markdown.ts'
import { inRepository } from '../../../worker/cli/repository.ts'
import { phpProgram, pythonProgram } from '../../../worker/cli/verify/interpreters.ts'
import { findFreePort } from '../../../worker/cli/wrangler/ports.ts'
import { differences, lastJson, parseExpected, variablesOf, type Json } from './answers.ts'
import { startNmi, type NmiServer } from '../../../worker/proof/nmi/server.ts'
import { PACKAGE_NAME } from '../../../widget/testing/npmPackage.ts'
import { prepareOperator, type Deployed } from './operator/clone.ts'
import { mistakesIn, needsClone, runLines } from './operator/repositoryCommands.ts'
import { checkStyles, loadPage, runInPage } from './htmlPages.ts'
import { createMerchant, type Merchant } from './merchant.ts'
import { isFileName } from './pages.ts'
import { Shell, type Ran } from './shell.ts'

interface Servers extends Deployed {
  readonly gateway: string
  readonly shop: string
  readonly state: string
}

/** Samples that name it use the stand-in. */
const nmiHost = 'https://secure.nmi.com'

/** The ports on which the programs of a page listen. */
const portsIn = (blocks: readonly { readonly code: string }[]): string[] => [
  ...new Set(
    blocks.flatMap(({ code }) =>
      [...code.matchAll(/\blisten\((\d{4,5})|\bPORT (?:\?\?|\|\|) (\d{4,5})|nmi:standin -- --port (\d{4,5})/g)].map(
        ([, a, b, c]) => a ?? b ?? c!,
      ),
    ),
  ),
]

/** Commands of each shell. `accept_errors` is set where the page shows an error response. */
const setup = `
curl() { command curl -sS -w '\\n' \${accept_errors:---fail-with-body} --max-time 30 "$@"; }
git() {
  case "$1" in
    clone | pull) ;; # The reader has the newest clone.
    *) command git "$@" ;;
  esac
}
npx() {
  case "$1" in
    wrangler) node node_modules/wrangler/bin/wrangler.js "\${@:2}" ;;
    *) command npx "$@" ;;
  esac
}
npm() {
  case "$*" in
    "install ../sluice/dist/package") command npm install ${inRepository('dist/package')} --offline --no-audit --no-fund ;;
    "install "*) command npm "$@" --offline --no-audit --no-fund ;;
    *) command npm "$@" ;;
  esac
}
`.replace('${accept_errors:---fail-with-body}', '$([ "$accept_errors" ] || echo --fail-with-body)')

/** A program of the browser: it uses the page or imports an element. */
const isForBrowser = (code: string): boolean =>
  /\bdocument\b|\bwindow\b/.test(code) ||
  code.includes(`${PACKAGE_NAME}/element'`) ||
  code.includes(`${PACKAGE_NAME}/loader'`)

/** The files of the programs that a block starts in the background. */
const programsIn = (code: string): string[] =>
  [...code.matchAll(/\bnode (\S+\.[mc]?[jt]s)\b[^\n]*&\s*$/gm)].map(([, file]) => file!)

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const isListening = (port: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(port), 'localhost')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** A failure, as its writer needs it: page, line, command and output. */
export class SampleError extends Error {
  constructor(page: string, block: CodeBlock, text: string) {
    super(`${page}:${block.line} (${block.language}${block.file && ` [${block.file}]`})\n${text}`)
    this.name = 'SampleError'
  }
}

/** A reader who works through a page: one folder, one shell, one browser, and an account of their own. */
export class Reader {
  readonly page: Page
  readonly merchant: Merchant
  readonly servers: Servers
  /** Of the answers so far: TRANSACTION_ID is the last transactionId. */
  readonly variables: Record<string, string> = {}
  /** The folder of everything that the reader writes. */
  readonly #root: string
  readonly #shell: Shell
  /** All blocks of the page. */
  readonly #blocks: readonly CodeBlock[]
  readonly #replacements: (readonly [from: string | RegExp, to: string])[]
  /** The stand-in for NMI, in place of NMI itself. */
  readonly #nmi: NmiServer | null
  #answer: Json = null
  #output = ''
  /** The HTML that was loaded last, for styles and scripts that belong to it. */
  #html: string | undefined

  private constructor(
    page: Page,
    root: string,
    folder: string,
    merchant: Merchant,
    servers: Servers,
    blocks: readonly CodeBlock[],
    ports: ReadonlyMap<string, string>,
    nmi: NmiServer | null,
    variables: Readonly<Record<string, string>>,
  ) {
    this.#nmi = nmi
    this.page = page
    this.#root = root
    this.#blocks = blocks
    this.merchant = merchant
    this.servers = servers
    this.#replacements = [
      ['http://localhost:8787', servers.gateway],
      // The operator's gateway is deployed here.
      ['--url https://pay.example.com', `--url ${servers.gateway}`],
      ['http://127.0.0.1:8788', servers.shop],
      [demoAccount.secretKey, merchant.secretKey],
      [demoAccount.publishableKey, merchant.publishableKey],
      ['sluice_sk_test_…', merchant.secretKey],
      ['sluice_pk_test_…', merchant.publishableKey],
      ...(nmi === null ? [] : [[nmiHost, nmi.url] as const]),
      ...[...ports].map(([written, real]) => [new RegExp(String.raw`\b${written}\b`, 'g'), real] as const),
    ]
    const { HOME, LANG } = process.env
    this.#shell = new Shell({
      folder,
      scratch: join(root, '.blocks'),
      setup,
      env: {
        HOME,
        LANG,
        ...variables,
        // The reader's Node is this one.
        PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
        SLUICE_URL: servers.gateway,
        SLUICE_SECRET_KEY: merchant.secretKey,
        SLUICE_PUBLISHABLE_KEY: merchant.publishableKey,
      },
    })
  }

  static async open(page: Page, servers: Servers, blocks: readonly CodeBlock[]): Promise<Reader> {
    const root = await mkdtemp(join(tmpdir(), 'sluice-reader-'))
    await mkdir(join(root, 'node_modules', dirname(PACKAGE_NAME)), { recursive: true })
    await symlink(inRepository('dist/package'), join(root, 'node_modules', PACKAGE_NAME))
    // A framework of samples, which readers install themselves.
    await symlink(inRepository('node_modules/hono'), join(root, 'node_modules/hono'))
    await mkdir(join(root, '.blocks'))
    const clone = join(root, 'sluice')
    await mkdir(clone)
    const code = blocks.map(({ code }) => code).join('\n')
    const variables = needsClone(code) ? await prepareOperator(root, clone, servers) : {}
    if (!needsClone(code)) await symlink(inRepository('dist'), join(clone, 'dist'))
    const ports = new Map<string, string>()
    for (const port of portsIn(blocks)) ports.set(port, String(await findFreePort()))
    const folder = /^git clone /m.test(code) ? root : clone
    const merchant = await createMerchant(servers.state)
    const nmi = code.includes(nmiHost) ? await startNmi() : null
    return new Reader(page, root, folder, merchant, servers, blocks, ports, nmi, variables)
  }

  /** The folder that the reader is in. */
  get folder(): string {
    return this.#shell.folder
  }

  async close(): Promise<void> {
    this.#shell.close()
    await this.#nmi?.close()
    await rm(this.#root, { recursive: true, force: true })
  }

  /** The code with the addresses and keys of this run. */
  fill(code: string): string {
    const filled = this.#replacements.reduce((text, [from, to]) => text.replaceAll(from, to), code)
    return this.variables['URL']
      ? filled.replaceAll(`${this.servers.gateway}/checkout/…`, this.variables['URL'])
      : filled
  }

  /** Opens the last HTML of the page on a merchant's server again, for what a person does there. */
  async visit(act: (page: Page) => Promise<void>): Promise<void> {
    if (this.#html === undefined) throw new Error('No HTML was loaded.')
    await loadPage(this, this.#html, { act })
  }

  /**
   * Saves, runs, loads or compares a block.
   *
   * @param isAnswer whether it is the answer to the block before it
   * @param mayFail whether its own answer on the page has errors
   * @throws SampleError
   */
  async follow(
    path: string,
    block: CodeBlock,
    { isAnswer, mayFail }: { isAnswer: boolean; mayFail: boolean },
  ): Promise<void> {
    const fail = (text: string): never => {
      throw new SampleError(path, block, text)
    }
    const code = this.fill(block.code)
    const file = isFileName(block.file) ? block.file : ''
    if (file) {
      await mkdir(dirname(join(this.folder, file)), { recursive: true })
      await writeFile(join(this.folder, file), code)
    }
    const steps: Record<string, () => Promise<void>> = {
      sh: () => this.#command(code, mayFail, fail),
      js: () => this.#module(block, code, file, mayFail, fail),
      ts: () => this.#module(block, code, file, mayFail, fail),
      python: () => (file ? Promise.resolve() : this.#program(pythonProgram(), 'py', block, code, mayFail, fail)),
      php: () => (file ? Promise.resolve() : this.#program(phpProgram(), 'php', block, code, mayFail, fail)),
      json: () => this.#compare(block, isAnswer, fail),
      html: () => this.#load(code, fail),
      text: async () => this.#recognizeIds(block.code),
      css: () => this.#style(code, fail),
    }
    await (steps[block.language] ?? (() => fail('No test runs this language.')))()
  }

  async #run(command: string, mayFail: boolean, fail: (text: string) => never): Promise<Ran> {
    const ran = await this.#shell.run(command, { mayFail })
    if (!ran.succeeded && !mayFail)
      fail(
        `failed: ${ran.failed || 'the shell ended, or a command did not end'}\n--- output\n${ran.stdout}\n--- errors\n${ran.stderr}`,
      )
    return ran
  }

  async #command(code: string, mayFail: boolean, fail: (text: string) => never): Promise<void> {
    const mistakes = mistakesIn(code)
    if (mistakes.length > 0) fail(mistakes.join('\n'))
    const lines = runLines(code)
    if (lines.trim() === '') return
    const { stdout } = await this.#run(lines, mayFail, fail)
    this.#output = stdout
    this.#receive(lastJson(stdout))
    for (const file of programsIn(code))
      await this.#awaitPorts(file, portsIn([{ code: await readFile(join(this.folder, file), 'utf8') }]), fail)
    await this.#awaitPorts('npm run nmi:standin', portsIn([{ code: lines }]), fail)
  }

  /** A reader takes longer than a program needs to start. */
  async #awaitPorts(program: string, ports: readonly string[], fail: (text: string) => never): Promise<void> {
    const end = Date.now() + 10_000
    while (!(await Promise.all(ports.map(isListening))).every(Boolean)) {
      if (Date.now() > end) fail(`${program} does not listen on ${ports.join(', ')}.`)
      await wait(50)
    }
  }

  /** Output on the page shows other ids than the real one. Later samples name them. */
  #recognizeIds(text: string): void {
    const [shown, real] = [text, this.#output].map(
      (from) => from.match(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|(?<=Account {2})[\dA-Za-z]{11}\b/g) ?? [],
    )
    if (shown!.length === real!.length)
      this.#replacements.push(...shown!.map((id, index) => [id, real![index]!] as const))
  }

  #receive(answer: Json): void {
    if (answer === null) return
    this.#answer = answer
    // A member `path` must not become the shell's own PATH.
    const variables = Object.fromEntries(
      Object.entries(variablesOf(answer)).filter(([name]) => !(name in process.env) && !name.startsWith('SLUICE_')),
    )
    Object.assign(this.variables, variables)
    this.#shell.export(variables)
  }

  /** Runs a module of the server without a file name. A later command starts those with one. */
  async #module(
    block: CodeBlock,
    code: string,
    file: string,
    mayFail: boolean,
    fail: (text: string) => never,
  ): Promise<void> {
    // A module that the page loads has run with it.
    if (file && this.#html?.includes(`"/${file}"`)) return
    if (isForBrowser(code)) {
      const errors = await runInPage(this, this.#html, block.language, code)
      if (errors.length > 0) fail(errors.join('\n'))
      return
    }
    if (file) return
    const answers = join(this.folder, `.answers-${block.line}`)
    const recorder = inRepository('e2e/docs/samples/recordAnswers.js')
    const program = `SAMPLE_ANSWERS='${answers}' node --import '${recorder}'`
    await this.#program(program, block.language === 'ts' ? 'mts' : 'mjs', block, code, mayFail, fail)
    for (const line of (await readFile(answers, 'utf8').catch(() => '')).split('\n').filter(Boolean))
      this.#receive(JSON.parse(line) as Json)
  }

  async #program(
    program: string,
    extension: string,
    block: CodeBlock,
    code: string,
    mayFail: boolean,
    fail: (text: string) => never,
  ): Promise<void> {
    const name = `sample-${block.line}.${extension}`
    await writeFile(join(this.folder, name), code)
    const { stdout } = await this.#run(`${program} ${name}`, mayFail, fail)
    this.#receive(lastJson(stdout))
  }

  /** Compares an answer on the page with the real one. Other JSON is parsed. */
  async #compare(block: CodeBlock, isAnswer: boolean, fail: (text: string) => never): Promise<void> {
    let expected: Json = null
    try {
      expected = parseExpected(block.code)
    } catch (error) {
      fail(`This is not JSON: ${(error as Error).message}`)
    }
    if (!isAnswer) return
    const found = differences(expected, this.#answer)
    if (found.length > 0) fail(`${found.join('\n')}\n--- the answer\n${JSON.stringify(this.#answer, null, 2)}`)
  }

  async #load(code: string, fail: (text: string) => never): Promise<void> {
    if (code.includes('/checkout/…')) code = code.replaceAll(/[^"]*\/checkout\/…/g, await this.#createCheckout())
    this.#html = code
    // A reader opens a page after its scripts are saved.
    const files = Object.fromEntries(
      this.#blocks
        .filter(({ file }) => file && code.includes(`"/${file}"`))
        .map(({ file, code }) => [`/${file}`, this.fill(code)]),
    )
    const errors = await loadPage(this, code, { files })
    if (errors.length > 0) fail(errors.join('\n'))
  }

  /** A checkout for a page that does not create one itself. @returns its URL */
  async #createCheckout(): Promise<string> {
    const response = await fetch(`${this.servers.gateway}/v1/dynamiccheckout`, {
      method: 'POST',
      headers: { 'x-api-key': this.merchant.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({ total: 26.25, iframe: true }),
    })
    return ((await response.json()) as { url: string }).url
  }

  async #style(code: string, fail: (text: string) => never): Promise<void> {
    const errors = await checkStyles(this, this.#html, code)
    if (errors.length > 0) fail(errors.join('\n'))
  }
}
