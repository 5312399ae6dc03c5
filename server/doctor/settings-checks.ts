import { stat } from 'node:fs/promises'
import type { Settings } from '../settings.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** Older major versions get no security updates after April 2027. */
const RECOMMENDED_NODE = 24
/** As in package.json. */
const OLDEST_NODE = { major: 20, minor: 19 }

/** Reports whether this version of Node is supported, and for how long. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number)
  if (major < OLDEST_NODE.major || (major === OLDEST_NODE.major && minor < OLDEST_NODE.minor))
    return fail(`Node ${version} is too old: install Node ${RECOMMENDED_NODE}.`)
  if (major < RECOMMENDED_NODE)
    return warn(
      `Node ${version} gets no security updates any more or not for long: Node ${RECOMMENDED_NODE} is recommended.`,
    )
  return ok(`Node ${version} is supported.`)
}

/** What valid settings may still have wrong: addresses without TLS, short secrets, a readable file of secrets. */
export async function checkSettings(settings: Settings, envFile: string): Promise<Finding[]> {
  return [
    ok('All settings are valid.'),
    publicUrlFinding(settings),
    ...smtpFindings(settings),
    ...databaseFindings(settings),
    ...secretFindings(settings),
    ...(await fileFindings(envFile)),
  ]
}

function publicUrlFinding({ publicUrl }: Settings): Finding {
  if (publicUrl === undefined) return warn('PUBLIC_URL is not set: links in mails lead to the address of this machine.')
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:') return ok(`PUBLIC_URL is ${publicUrl}.`)
  return isThisMachine(hostname)
    ? warn(`PUBLIC_URL is ${publicUrl}, which no other machine can reach.`)
    : fail(
        `PUBLIC_URL is ${publicUrl}: without https passwords are sent in plain text, and the app works neither offline nor with the camera.`,
      )
}

function smtpFindings({ smtpUrl }: Settings): Finding[] {
  if (smtpUrl === undefined)
    return [warn('SMTP_URL is not set: mails are written to files, and no customer gets them.')]
  const { protocol, password, searchParams } = new URL(smtpUrl)
  const isOpen = protocol === 'smtp:' && password !== '' && searchParams.get('requireTLS') !== 'true'
  return isOpen
    ? [warn('SMTP_URL has a password and no TLS that is required: add ?requireTLS=true or use smtps://.')]
    : []
}

function databaseFindings(settings: Settings): Finding[] {
  const urls = {
    DATABASE_URL: settings.databaseUrl,
    DATABASE_OWNER_URL: settings.databaseOwnerUrl,
    DATABASE_DIRECT_URL: settings.databaseDirectUrl,
    DATABASE_REPLICA_URL: settings.replicaUrl,
  }
  return Object.entries(urls).flatMap(([name, url]) => {
    if (url === undefined) return []
    const { hostname, searchParams } = new URL(url)
    // Without a host the connection is a Unix socket.
    const isOpen = hostname !== '' && !isThisMachine(hostname) && searchParams.get('sslmode') !== 'verify-full'
    return isOpen ? [warn(`${name} leads to ${hostname} without TLS that is checked: add ?sslmode=verify-full.`)] : []
  })
}

const isThisMachine = (hostname: string) => /^(localhost$|127\.|\[::1\])/.test(hostname)

/** A recommendation above the portal's minimum of `MIN_PASSWORD`, in characters. */
const RECOMMENDED_ADMIN_PASSWORD = 12
const SHORT_ADMIN_PASSWORD = `ADMIN_PASSWORD has fewer than ${RECOMMENDED_ADMIN_PASSWORD} characters or is the username. Only the first start uses it: choose another one before, or change the password in the portal and remove the setting.`

function secretFindings({ firstAdmin, metricsToken }: Settings): Finding[] {
  const isShort =
    firstAdmin &&
    (firstAdmin.password.length < RECOMMENDED_ADMIN_PASSWORD || firstAdmin.password === firstAdmin.username)
  return [
    ...(isShort ? [warn(SHORT_ADMIN_PASSWORD)] : []),
    ...(metricsToken ? [ok('GET /metrics needs METRICS_TOKEN.')] : [ok('GET /metrics is for this machine only.')]),
  ]
}

async function fileFindings(envFile: string): Promise<Finding[]> {
  const found = await stat(envFile).catch(() => undefined)
  if (!found) return []
  return found.mode & 0o007
    ? [warn(`${envFile} can be read by every account of this machine: chmod 600 ${envFile}`)]
    : [ok(`${envFile} is closed to other accounts.`)]
}
