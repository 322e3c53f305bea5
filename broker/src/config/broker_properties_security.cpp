// Broker properties of TLS, SASL, delegation tokens and stored passwords.
// Source: BrokerSecurityConfigs, DelegationTokenManagerConfigs, PasswordEncoderConfigs (3.9).
#include "broker_property.hpp"

#include <array>

namespace cohort::broker {
namespace {
namespace security_rows {

using enum ConfigType;
using enum ConfigRule;
using enum UpdateMode;
using enum PropertyScope;

constexpr auto table = std::to_array<BrokerProperty>({
    {{"connections.max.reauth.ms", int64, "0"}, read_only},
    {{"delegation.token.expiry.check.interval.ms", int64, "3600000", at_least, 1}, read_only},
    {{"delegation.token.expiry.time.ms", int64, "86400000", at_least, 1}, read_only},
    {{"delegation.token.master.key", password}, read_only},
    {{"delegation.token.max.lifetime.ms", int64, "604800000", at_least, 1}, read_only},
    {{"delegation.token.secret.key", password}, read_only},
    {{"password.encoder.cipher.algorithm", string, "AES/CBC/PKCS5Padding"}, read_only},
    {{"password.encoder.iterations", int32, "4096", at_least, 1024}, read_only},
    {{"password.encoder.key.length", int32, "128", at_least, 8}, read_only},
    {{"password.encoder.keyfactory.algorithm", string}, read_only},
    {{"password.encoder.old.secret", password}, read_only},
    {{"password.encoder.secret", password}, read_only},
    {{"principal.builder.class", class_name,
      "org.apache.kafka.common.security.authenticator.DefaultKafkaPrincipalBuilder"},
     per_broker},
    {{"sasl.client.callback.handler.class", class_name}, read_only},
    {{"sasl.enabled.mechanisms", list, "GSSAPI"}, per_broker},
    {{"sasl.jaas.config", password}, per_broker},
    {{"sasl.kerberos.kinit.cmd", string, "/usr/bin/kinit"}, per_broker},
    {{"sasl.kerberos.min.time.before.relogin", int64, "60000"}, per_broker},
    {{"sasl.kerberos.principal.to.local.rules", list, "DEFAULT"}, per_broker},
    {{"sasl.kerberos.service.name", string}, per_broker},
    {{"sasl.kerberos.ticket.renew.jitter", floating, "0.05"}, per_broker},
    {{"sasl.kerberos.ticket.renew.window.factor", floating, "0.8"}, per_broker},
    {{"sasl.login.callback.handler.class", class_name}, read_only},
    {{"sasl.login.class", class_name}, read_only},
    {{"sasl.login.connect.timeout.ms", int32}, read_only},
    {{"sasl.login.read.timeout.ms", int32}, read_only},
    {{"sasl.login.refresh.buffer.seconds", int16, "300"}, per_broker},
    {{"sasl.login.refresh.min.period.seconds", int16, "60"}, per_broker},
    {{"sasl.login.refresh.window.factor", floating, "0.8"}, per_broker},
    {{"sasl.login.refresh.window.jitter", floating, "0.05"}, per_broker},
    {{"sasl.login.retry.backoff.max.ms", int64, "10000"}, read_only},
    {{"sasl.login.retry.backoff.ms", int64, "100"}, read_only},
    {{"sasl.mechanism.inter.broker.protocol", string, "GSSAPI"}, per_broker},
    {{"sasl.oauthbearer.clock.skew.seconds", int32, "30"}, read_only},
    {{"sasl.oauthbearer.expected.audience", list}, read_only},
    {{"sasl.oauthbearer.expected.issuer", string}, read_only},
    {{"sasl.oauthbearer.jwks.endpoint.refresh.ms", int64, "3600000"}, read_only},
    {{"sasl.oauthbearer.jwks.endpoint.retry.backoff.max.ms", int64, "10000"}, read_only},
    {{"sasl.oauthbearer.jwks.endpoint.retry.backoff.ms", int64, "100"}, read_only},
    {{"sasl.oauthbearer.jwks.endpoint.url", string}, read_only},
    {{"sasl.oauthbearer.scope.claim.name", string, "scope"}, read_only},
    {{"sasl.oauthbearer.sub.claim.name", string, "sub"}, read_only},
    {{"sasl.oauthbearer.token.endpoint.url", string}, read_only},
    {{"sasl.server.callback.handler.class", class_name}, read_only},
    {{"sasl.server.max.receive.size", int32, "524288"}, read_only},
    {{"security.providers", string}, read_only},
    {{"ssl.allow.dn.changes", boolean, "false"}, read_only},
    {{"ssl.allow.san.changes", boolean, "false"}, read_only},
    {{"ssl.cipher.suites", list, ""}, per_broker},
    {{"ssl.client.auth", string, "none", one_of, 0, 0, "required, requested, none"}, per_broker},
    {{"ssl.enabled.protocols", list, "TLSv1.2,TLSv1.3"}, per_broker},
    {{"ssl.endpoint.identification.algorithm", string, "https"}, per_broker},
    {{"ssl.engine.factory.class", class_name}, per_broker},
    {{"ssl.key.password", password}, per_broker},
    {{"ssl.keymanager.algorithm", string, "SunX509"}, per_broker},
    {{"ssl.keystore.certificate.chain", password}, per_broker},
    {{"ssl.keystore.key", password}, per_broker},
    {{"ssl.keystore.location", string}, per_broker},
    {{"ssl.keystore.password", password}, per_broker},
    {{"ssl.keystore.type", string, "JKS"}, per_broker},
    {{"ssl.principal.mapping.rules", string, "DEFAULT"}, read_only},
    {{"ssl.protocol", string, "TLSv1.3"}, per_broker},
    {{"ssl.provider", string}, per_broker},
    {{"ssl.secure.random.implementation", string}, per_broker},
    {{"ssl.trustmanager.algorithm", string, "PKIX"}, per_broker},
    {{"ssl.truststore.certificates", password}, per_broker},
    {{"ssl.truststore.location", string}, per_broker},
    {{"ssl.truststore.password", password}, per_broker},
    {{"ssl.truststore.type", string, "JKS"}, per_broker},
});

}  // namespace security_rows
}  // namespace

std::span<const BrokerProperty> security_properties() { return security_rows::table; }

}  // namespace cohort::broker
