/** The settings of the real portal that a demo must not use: its databases, mail server, backups and first admin. */
const REAL = /^(DATABASE_(DIRECT_|OWNER_|REPLICA_)?URL|SMTP_URL|ADMIN_(USERNAME|PASSWORD)|BACKUP_(COPY_)?DIR)(_FILE)?$/

/** The settings that a demo takes from the environment only: its data, its address, and what its logins need. */
const OF_ENVIRONMENT = ['DATA_DIR', 'HOST', 'PORT', 'PUBLIC_URL', 'ADMIN_SECOND_FACTOR', 'STAFF_PASSWORD_CHANGE']

type Environment = Record<string, string | undefined>

/** The settings of a demo, from the environment and from what the .env file of the real portal has added to it. */
export function demoEnvironment(environment: Environment, withFile: Environment): Environment {
  const shared = Object.entries(withFile).filter(([name]) => !REAL.test(name) && !OF_ENVIRONMENT.includes(name))
  return Object.fromEntries([...shared, ...OF_ENVIRONMENT.map(name => [name, environment[name]])])
}
