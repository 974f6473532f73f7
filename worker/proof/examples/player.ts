import { endpoints } from '#contract/endpoints'
import type { RecordedExample } from '../../cli/contract/examples/recordedExample.ts'
import { shopSteps } from '../../cli/contract/examples/stories/shop.ts'
import type {
  Change,
  ExampleRequest,
  HiddenRequest,
  PageRequest,
  Story,
  StoryStep,
} from '../../cli/contract/examples/step.ts'
import { fillPlaceholders, memberAt, placeholderNames, placeholderValues } from '../../testing/placeholders.ts'
import { exampleOrigin } from './world.ts'
import type { ExampleWorld } from './world.ts'

/** A response with its body read. */
export interface PlayedResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Response headers that examples show, as they are written in the documentation. */
const shownHeaders = [
  'Link',
  'X-Total-Count',
  'Idempotent-Replayed',
  'Sluice-Ignored',
  'Sluice-Warning',
  'Retry-After',
  'RateLimit',
  'WWW-Authenticate',
  'X-Api-Key-Expires',
] as const

/** Time between two steps. It does not pass within a step, apart from the time that the processor and receivers take. */
const stepMs = 20_000

const endpointOf = (name: string) => {
  const found = endpoints.find((endpoint) => endpoint.name === name)
  if (found === undefined) throw new Error(`No operation ${name}.`)
  return found
}

/** The path and query of a request. */
export const targetOf = ({ path, query }: Pick<RecordedExample['request'], 'path' | 'query'>): string => {
  const text = new URLSearchParams(query).toString()
  return text === '' ? path : `${path}?${text}`
}

/** The name by which placeholders refer to a step. */
const nameOf = (step: StoryStep): string | undefined => {
  if ('example' in step) return step.example
  if ('prepare' in step) return step.prepare
  return 'page' in step ? step.page : undefined
}

/** Plays the steps of a story in a world. */
export const createPlayer = (world: ExampleWorld, { name: story, begin, steps: own }: Story) => {
  const steps: readonly StoryStep[] = [...shopSteps, ...own]
  const values = new Map<string, unknown>()
  const responses = new Map<string, PlayedResponse>()
  const inBackground = new Map<string, Promise<PlayedResponse>>()
  let position = 0

  const requestOf = (step: ExampleRequest | HiddenRequest): RecordedExample['request'] => {
    const { method, path } = endpointOf(step.operation)
    const pathParameters = fillPlaceholders(step.path ?? {}, values)
    const filled = path.replace(/\{(\w+)\}/g, (_all, parameter: string) => {
      const value = pathParameters[parameter]
      if (value === undefined) throw new Error(`${step.operation} needs ${parameter}.`)
      return encodeURIComponent(value)
    })
    return {
      method,
      path: filled,
      pathParameters,
      query: fillPlaceholders(step.query ?? {}, values),
      headers: fillPlaceholders(step.headers ?? {}, values),
      ...(step.body !== undefined && { body: fillPlaceholders(step.body, values) }),
    }
  }

  const keyOf = ({ key = 'secret' }: ExampleRequest | HiddenRequest): string | null => {
    if (key === 'none') return null
    return key in world.keys ? world.keys[key as keyof typeof world.keys] : fillPlaceholders(key as string, values)
  }

  const send = async (method: string, target: string, headers: Readonly<Record<string, string>>, body?: string) => {
    const response = await world.fetch(
      new Request(exampleOrigin + target, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body }),
      }),
    )
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  const sendRequest = (step: ExampleRequest | HiddenRequest): Promise<PlayedResponse> => {
    const request = requestOf(step)
    const key = keyOf(step)
    const headers = { ...(key !== null && { 'x-api-key': key }), ...request.headers }
    const body = request.body === undefined ? undefined : JSON.stringify(request.body) + ' '.repeat(step.padding ?? 0)
    return send(request.method, targetOf(request), headers, body)
  }

  const remember = (name: string, response: PlayedResponse): void => {
    if (values.has(name)) throw new Error(`Two steps are named ${name}.`)
    values.set(name, placeholderValues(response))
    responses.set(name, response)
  }

  const waitUntil = async ({ operation, path, member, is }: Extract<Change, { change: 'until' }>): Promise<void> => {
    for (let tries = 0; tries < 1000; tries++) {
      const { text } = await sendRequest({ prepare: '', operation, path })
      if (memberAt(JSON.parse(text), member.split('.')) === is) return
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    throw new Error(`${member} of ${operation} did not become ${String(is)}.`)
  }

  const apply = async (change: Change): Promise<void> => {
    const { state } = world
    if (change.change === 'time') state.now += change.seconds * 1000
    if (change.change === 'sweep') await world.sweep()
    if (change.change === 'team') await world.openTeam()
    if (change.change === 'processor') state.processor = change.is
    if (change.change === 'database') state.database = change.is
    if (change.change === 'limits') state.exceeded = change.exceeded
    if (change.change === 'receiver') state.receiver = change.status
    if (change.change === 'finish') remember(change.request, await inBackground.get(change.request)!)
    if (change.change === 'until') await waitUntil(change)
  }

  const playHidden = async (step: HiddenRequest | PageRequest | Change): Promise<void> => {
    if ('change' in step) return apply(step)
    if ('page' in step) {
      const [method = '', target = ''] = fillPlaceholders(step.send, values).split(' ')
      const body = step.body === undefined ? undefined : JSON.stringify(fillPlaceholders(step.body, values))
      return remember(step.page, await send(method, target, { 'sec-fetch-site': 'same-origin' }, body))
    }
    if (step.background) return void inBackground.set(step.prepare, sendRequest(step))
    const response = await sendRequest(step)
    if (response.status !== 200) throw new Error(`${step.prepare}: ${response.status} ${response.text}`)
    remember(step.prepare, response)
  }

  /** Sends an example's request by `transmit`, and plays what happens meanwhile. */
  const exchange = async (step: ExampleRequest, transmit: () => Promise<PlayedResponse>): Promise<PlayedResponse> => {
    const response = transmit()
    for (const inner of step.meanwhile ?? []) await playHidden(inner)
    const played = await response
    remember(step.example, played)
    return played
  }

  const startStep = (): void => {
    if (position === shopSteps.length) world.state.now = Date.parse(begin)
    else world.state.now += stepMs
  }

  const endStep = async (): Promise<void> => {
    position++
    if (world.state.database === 'up') await world.deliver()
  }

  const playStep = async (step: StoryStep): Promise<void> => {
    startStep()
    if ('example' in step) await exchange(step, () => sendRequest(step))
    else await playHidden(step)
    await endStep()
  }

  /** Plays the steps before an example, or all. Returns its step. */
  const playUntil = async (example?: string): Promise<ExampleRequest | null> => {
    while (position < steps.length) {
      const step = steps[position]!
      if ('example' in step && step.example === example) return step
      await playStep(step)
    }
    if (example !== undefined) throw new Error(`${example} is not ahead in the story ${story}.`)
    return null
  }

  /** Sends the request of the next step, an example, by `transmit` in place of the player. */
  const playBy = async (step: ExampleRequest, transmit: () => Promise<PlayedResponse>): Promise<PlayedResponse> => {
    startStep()
    const played = await exchange(step, transmit)
    await endStep()
    return played
  }

  const stepNames = new Map(steps.map((step) => [nameOf(step), step]))
  /** The examples whose responses a step uses, directly or by hidden steps. */
  const givenOf = (step: StoryStep): readonly string[] => [
    ...new Set(
      placeholderNames(step).flatMap((name) => {
        const used = stepNames.get(name)
        if (used === undefined) return []
        return 'example' in used ? [used.example] : givenOf(used)
      }),
    ),
  ]

  /** The example of a step that was played. */
  const record = (step: ExampleRequest): RecordedExample => {
    const { status, headers, text } = responses.get(step.example)!
    const type = headers.get('content-type') ?? ''
    const shown = shownHeaders.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)!]] : []))
    const isJson = /json/.test(type)
    return {
      id: step.example,
      story,
      operation: step.operation,
      title: step.title,
      given: givenOf(step),
      key:
        (step.key ?? 'secret') in { ...world.keys, none: 1 }
          ? ((step.key ?? 'secret') as RecordedExample['key'])
          : 'other',
      request: requestOf(step),
      response: {
        status,
        headers: Object.fromEntries([
          ...(text !== '' && !type.startsWith('application/json') ? [['Content-Type', type]] : []),
          ...shown,
        ]) as Record<string, string>,
        ...(text !== '' && (isJson ? { body: JSON.parse(text) as unknown } : { text })),
      },
    }
  }

  return {
    playUntil,
    playBy,
    requestOf,
    keyOf,
    /** Whether a step is still to be played. */
    isAhead: (example: string): boolean =>
      steps.slice(position).some((step) => 'example' in step && step.example === example),
    /** The response to an example. @throws Error if it was not played */
    responseTo: (example: string): PlayedResponse => {
      const response = responses.get(example)
      if (response === undefined) throw new Error(`${example} was not sent.`)
      return response
    },
    /** All examples of the story that were played, without those of the shop. */
    examples: (): readonly RecordedExample[] =>
      steps
        .slice(story === 'shop' ? 0 : shopSteps.length)
        .flatMap((step) => ('example' in step && responses.has(step.example) ? [record(step)] : [])),
  }
}
