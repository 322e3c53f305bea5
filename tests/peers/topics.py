"""Makes topics for the peers that can't, with confluent-kafka's admin client."""
from confluent_kafka.admin import AdminClient, NewTopic


def create_topic(bootstrap, name, partitions, replicas=1):
    """Creates the topic and returns once metadata shows it with a leader for each partition."""
    admin = AdminClient({"bootstrap.servers": bootstrap, "log_level": 2})
    admin.create_topics([NewTopic(name, partitions, replicas)], operation_timeout=10)[name].result(10)
    while True:
        topic = admin.list_topics(timeout=5).topics.get(name)
        if topic and len(topic.partitions) == partitions and all(part.leader >= 0 for part in topic.partitions.values()):
            return
