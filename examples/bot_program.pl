#!/usr/bin/env perl
# A bot as a program, in Perl: a line of JSON comes in, one goes out. docs/bots.md has every field.
#
# hotdice play --seats 'Ann,bot:exec:perl examples/bot_program.pl'
use strict;
use warnings;
use JSON::PP;
use List::Util qw(max reduce);

$| = 1;    # every answer goes out at once
my $json = JSON::PP->new->utf8;
my $rules;

# Keep the most points, with something for each die that can be rolled again; stop at 300 points.
sub choose {
    my ($now) = @_;
    my @actions = @{ $now->{actions} };
    if (@{ $now->{rolled} }) {
        my $worth = sub { $_[0]{points} + 60 * ($_[0]{left} || $rules->{dice}) };
        return reduce { $worth->($a) >= $worth->($b) ? $a : $b } @actions;
    }
    my ($bank) = grep { $_->{action} eq 'bank' } @actions;
    my ($roll) = grep { $_->{action} eq 'roll' } @actions;
    my ($mine, $points) = ($now->{totals}[$now->{player} - 1], $now->{turn_points});
    my $enough = $points >= 300 || $mine + $points >= $rules->{target};
    $enough = $mine + $points > max(@{ $now->{totals} }) if $now->{last_round};
    my $counts = $mine > 0 || $points >= $rules->{entry};
    return $bank && $enough && $counts ? $bank : $roll;
}

while (my $line = <STDIN>) {
    my $message = $json->decode($line);
    if ($message->{hotdice}) { $rules = $message->{rules} }    # a game begins: no answer
    else                     { print $json->encode(choose($message)), "\n" }
}
